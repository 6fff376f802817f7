// Makes passkeys and signs in by them.
"use strict";
// Names are this script's own: all scripts of a page share theirs.
{
  const keys = document.querySelector("[data-passkeys]");
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  const written = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const post = (path, fields) => fetch(path, { method: "POST", body: new URLSearchParams(fields) });
  const asked = async (path) => (await post(path)).json();

  async function make() {
    const { challenge, site, user, name, known } = await asked("/me/passkeys/begin");
    const { response, rawId } = await navigator.credentials.create({ publicKey: {
      challenge: bytes(challenge),
      rp: { id: site, name: "Gloria" },
      user: { id: bytes(user), name, displayName: name },
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: "public-key", alg })),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: known.map((id) => ({ type: "public-key", id: bytes(id) })),
    } });
    return post("/me/passkeys/add", {
      id: written(rawId), client: written(response.clientDataJSON), data: written(response.getAuthenticatorData()), key: written(response.getPublicKey()),
    });
  }

  async function enter() {
    const { challenge, site } = await asked("/passkey/begin");
    const { response, rawId } = await navigator.credentials.get({ publicKey: { challenge: bytes(challenge), rpId: site, userVerification: "required" } });
    return post("/passkey/enter", {
      id: written(rawId), client: written(response.clientDataJSON), data: written(response.authenticatorData), signature: written(response.signature),
    });
  }

  const tell = (words) => { keys.querySelector("[role=status]").textContent = words; };
  for (const button of keys.querySelectorAll("[data-passkey]")) {
    if (!window.PublicKeyCredential) {
      button.disabled = true;
      tell(keys.dataset.sayCannot);
    }
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        const answer = await (button.dataset.passkey === "make" ? make() : enter());
        if (answer.ok) return location.assign(answer.url);
        tell(keys.dataset.sayFailed);
      } catch {
        tell(keys.dataset.sayFailed);
      } finally {
        button.disabled = false;
      }
    });
  }
}
