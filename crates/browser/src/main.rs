//! What is looked at and measured in a real browser by hand: the gallery, what can't be read, frames, the first table.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use gloria_browser::{Browser, Luck, Others, Planted, SCREENS, Screen, Server, Wish, frames, gallery, tour};

/// Looks at the tables in a real browser.
#[derive(Parser)]
#[command(name = "screens", max_term_width = 100)]
struct Screens {
    /// Look at the pages in this style sheet in the place of their own.
    #[arg(long, global = true)]
    style: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Every page at every size on contact sheets, and which of them differ from the committed ones; UPDATE=1 writes those anew.
    Gallery {
        /// Only pages whose name has one of these words in it.
        only: Vec<String>,
        /// Keep each picture in its own size too.
        #[arg(long)]
        large: bool,
    },
    /// What can't be read on any page at any size, with the longest names.
    Cut {
        /// Only pages whose name has one of these words in it.
        only: Vec<String>,
    },
    /// What axe-core finds wrong with any page, light and dark, on a desktop and on a phone.
    Axe {
        /// Only pages whose name has one of these words in it.
        only: Vec<String>,
    },
    /// How many frames are dropped while events are shown, on a phone's processor, and how soon a table is there on a phone's line.
    Frames {
        /// How many times each is measured.
        #[arg(long, default_value_t = 1)]
        times: usize,
        /// Plant something that stumbles: it must show in the figures.
        #[arg(long)]
        planted: bool,
    },
}

/// The folder of the workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}

/// Looks at every page at every size.
async fn cut(only: &[String], style: Option<&String>) -> usize {
    let server = Server::with(Luck::Known(5)).await;
    let browser = Browser::open(Screen::DESKTOP).await;
    let mut faults = 0;
    tour(&server, &browser, only, Others::Me, async |name: &str| {
        browser.restyle(style).await;
        for (size, screen) in SCREENS {
            browser.show_as(screen).await;
            browser.wait(&format!("matchMedia('(width: {}px)').matches", screen.width)).await;
            for fault in browser.unreadable().await {
                faults += 1;
                println!("{name} ({size}) {fault}");
            }
        }
        browser.show_as(Screen::DESKTOP).await;
    })
    .await;
    browser.close().await;
    faults
}

/// Has axe-core look at every page.
async fn axe(only: &[String]) -> usize {
    let server = Server::with(Luck::Known(5)).await;
    let browser = Browser::open(Screen::DESKTOP).await;
    let mut faults = 0;
    tour(&server, &browser, only, Others::Bots, async |name: &str| {
        for screen in [Screen::DESKTOP, Screen::DESKTOP.dark(), Screen::PHONE, Screen::PHONE.dark()] {
            browser.show_as(screen).await;
            browser.wait(&format!("matchMedia('(width: {}px)').matches", screen.width)).await;
            for fault in browser.violations().await {
                faults += 1;
                println!("{name} ({} {:?}) {fault}", screen.width, screen.theme);
            }
        }
        browser.show_as(Screen::DESKTOP).await;
    })
    .await;
    browser.close().await;
    faults
}

/// Tells how many faults were found; any is a failure.
fn told(faults: usize) -> ExitCode {
    println!("{faults} faults");
    if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[tokio::main]
async fn main() -> ExitCode {
    let asked = Screens::parse();
    let style = match asked.style.as_deref().map(std::fs::read_to_string).transpose() {
        Ok(style) => style,
        Err(error) => {
            eprintln!("screens: the style sheet can't be read: {error}");
            return ExitCode::FAILURE;
        }
    };
    match asked.command {
        Command::Gallery { only, large } => {
            let update = std::env::var_os("UPDATE").is_some();
            let changed = gallery(&root(), &Wish { only, update, large, style }).await;
            for one in &changed {
                println!("changed: {one}");
            }
            println!("{} pictures changed", changed.len());
            ExitCode::SUCCESS
        }
        Command::Cut { only } => told(cut(&only, style.as_ref()).await),
        Command::Axe { only } => told(axe(&only).await),
        Command::Frames { times, planted } => {
            frames(times, if planted { Planted::Stumble } else { Planted::Nothing }).await;
            ExitCode::SUCCESS
        }
    }
}
