// Short sounds of our own, made here from noise and tones: nothing is fetched, and nothing is heard until somebody wants it.
"use strict";
{
let audio = null, hiss = null;
const loud = () => (localStorage.getItem("sound") === "1" ? Number(localStorage.getItem("volume") ?? 60) / 100 : 0);

// A burst of noise through a filter: [from s, for s, hertz, narrowness, loudness]; a tone: [from s, for s, hertz at first, hertz at last, loudness].
const SOUNDS = {
  card: { noise: [[0, 0.07, 3200, 0.8, 0.5], [0.05, 0.05, 1500, 1, 0.3]] },
  coin: { tones: [[0, 0.2, 2100, 2080, 0.25], [0.06, 0.28, 2790, 2770, 0.22]] },
  stone: { noise: [[0, 0.12, 260, 2, 1], [0, 0.05, 1200, 1, 0.25]], tones: [[0, 0.12, 120, 70, 0.4]] },
  dice: { noise: [0, 0.07, 0.13, 0.2, 0.3, 0.37].map((at, n) => [at, 0.045, 1700 + 320 * (n % 3), 5, 0.9]) },
  blade: { noise: [[0, 0.16, 5200, 3, 0.55]], tones: [[0.02, 0.35, 1850, 1790, 0.12], [0.02, 0.3, 2630, 2600, 0.08]] },
  crowd: { noise: [[0, 0.55, 900, 0.7, 0.35], [0.08, 0.5, 1400, 0.9, 0.25]] },
  turn: { tones: [[0, 0.16, 520, 520, 0.3], [0.12, 0.3, 780, 780, 0.3]] },
  victory: { tones: [[0, 0.18, 523, 523, 0.3], [0.15, 0.18, 659, 659, 0.3], [0.3, 0.18, 784, 784, 0.3], [0.45, 0.55, 1046, 1046, 0.35]] },
};

// Loud at once, then softer until it is gone.
function envelope(at, length, volume) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(Math.max(0.0001, volume), at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(audio.destination);
  return gain;
}
function noise([from, length, pitch, narrow, volume]) {
  if (!hiss) {
    hiss = audio.createBuffer(1, audio.sampleRate * 0.6, audio.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  }
  const at = audio.currentTime + from, source = audio.createBufferSource(), filter = audio.createBiquadFilter();
  source.buffer = hiss;
  Object.assign(filter, { type: "bandpass" });
  filter.frequency.value = pitch;
  filter.Q.value = narrow;
  source.connect(filter).connect(envelope(at, length, volume * loud()));
  source.start(at, 0, length);
}
function tone([from, length, first, last, volume]) {
  const at = audio.currentTime + from, source = audio.createOscillator();
  source.type = "triangle";
  source.frequency.setValueAtTime(first, at);
  source.frequency.linearRampToValueAtTime(last, at + length);
  source.connect(envelope(at, length, volume * loud() * 0.5));
  source.start(at);
  source.stop(at + length);
}

// One of each kind at a time: many cards make one sound.
const heard = new Map();
function sound(kind) {
  if (!loud() || performance.now() - (heard.get(kind) ?? -1000) < 120) return;
  heard.set(kind, performance.now());
  audio ??= new AudioContext();
  // A page that was just loaded stays silent until it is touched.
  if (audio.state === "suspended") audio.resume().catch(() => {});
  for (const burst of SOUNDS[kind].noise ?? []) noise(burst);
  for (const one of SOUNDS[kind].tones ?? []) tone(one);
}

let over = Boolean(document.getElementById("ending"));
hooks.sound = sound;
hooks.after.push(({ moves, mine, wasMine }) => {
  const ended = Boolean(document.getElementById("ending"));
  if (ended && !over) sound("victory");
  else if (moves && mine && !wasMine) sound("turn");
  over = ended;
});

function setting() {
  const [on, volume] = [document.getElementById("sound"), document.getElementById("volume")];
  if (!on) return;
  on.checked = localStorage.getItem("sound") === "1";
  volume.value = localStorage.getItem("volume") ?? 60;
}
document.addEventListener("toggle", (event) => { if (event.target.id === "more") setting(); }, true);
document.addEventListener("change", (event) => {
  if (event.target.id === "sound") localStorage.setItem("sound", event.target.checked ? "1" : "0");
  else if (event.target.id === "volume") localStorage.setItem("volume", event.target.value);
  else return;
  // One hears at once how loud it is.
  sound("coin");
});
}
