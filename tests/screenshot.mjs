// The picture for the README: the page with its first example, as a person sees it.
import { chromium } from 'playwright-core';
import { serve } from '../xtask/serve.mjs';

/** Writes a PNG of 1200 x 800 at twice the density. */
export async function screenshot(browserPath, siteDir, outPng) {
  const site = await serve({ folder: siteDir });
  // The sandbox refuses to run as root, as in containers.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: browserPath, args });
  try {
    const page = await browser.newPage({
      viewport: { width: 1200, height: 800 },
      deviceScaleFactor: 2,
      colorScheme: 'light',
    });
    await page.goto(site.address);
    await page.locator('#examples button').first().click();
    await page.locator('.verdict.problem').waitFor();
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.activeElement?.blur());
    await page.screenshot({ path: outPng, animations: 'disabled' });
  } finally {
    await browser.close();
    await site.close();
  }
}
