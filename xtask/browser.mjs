// The browser that tests drive: Chrome, Chromium or Edge, whichever the machine has.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge', 'msedge'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => [
    join(process.env[name] ?? '', 'Google/Chrome/Application/chrome.exe'),
    join(process.env[name] ?? '', 'Microsoft/Edge/Application/msedge.exe'),
  ]),
];

/** Whether it starts: a distribution's placeholder for a package of another kind does not. */
async function starts(path) {
  if (process.platform === 'win32') return true; // there `--version` opens a window
  return promisify(execFile)(path, ['--version'], { timeout: 20_000 }).then(() => true, () => false);
}

/** Its path, or undefined. */
export async function find() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const named = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const candidates = [process.env.CHROME_PATH ?? '', ...named, ...PLACES];
  try {
    const { chromium } = await import('playwright-core');
    candidates.push(chromium.executablePath());
  } catch {
    // not installed, or it has no browser for this system
  }
  for (const path of candidates) {
    if (path && existsSync(path) && (await starts(path))) return path;
  }
  return undefined;
}

/** Starts it without a window. */
export async function launch() {
  const executablePath = await find();
  if (!executablePath) throw new Error('not run: the page tests need Chrome, Chromium or Edge');
  const { chromium } = await import('playwright-core');
  // The sandbox refuses to run as root, as in containers.
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}
