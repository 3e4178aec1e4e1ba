/** Screens of phones and computers, with the text size that the person has set. */
import type { Page } from 'playwright-core';
import { type Bar, hideTour, newContext } from './box';

export interface Size {
  width: number;
  height: number;
  /** Text size in percent. */
  text?: number;
  /** Device pixels for a CSS pixel: at 200 % zoom the viewport is half as large. */
  scale?: number;
}

export async function openSize(bar: Bar, { width, height, text, scale = 1 }: Size): Promise<Page> {
  const viewport = { width, height };
  const context = await newContext(bar, { viewport, deviceScaleFactor: scale });
  await context.addInitScript(hideTour);
  const page = await context.newPage();
  if (text !== undefined) await enlarge(page, text);
  return page;
}

/** Sets the text size of the phone, in percent. */
export async function enlarge(page: Page, percent: number): Promise<void> {
  await page.addInitScript((size) => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = `${size}%`;
    });
  }, percent);
}
