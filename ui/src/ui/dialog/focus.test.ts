/** Where the focus goes when its owner is gone. */
import { beforeEach, expect, it } from 'vitest';
import { focusIsLost, focusPositionOf, lastFocusPosition, returnFocus } from './focus';

const element = (id: string) => document.getElementById(id) as HTMLElement;

beforeEach(() => {
  document.body.innerHTML = `
    <input id="search">
    <ul>
      <li id="first"><button id="pay-1">Pay</button></li>
      <li id="second"><button id="pay-2">Pay</button></li>
      <li id="third"><button id="pay-3" disabled>Pay</button></li>
    </ul>
    <a id="more" href="/more">More</a>`;
});

it('is the next row, then the one before, then what follows the list; never a field', () => {
  const position = focusPositionOf(element('pay-1'));
  element('first').remove();
  returnFocus(position);
  expect(document.activeElement).toBe(element('pay-2'));

  const last = focusPositionOf(element('pay-2'));
  element('second').remove();
  returnFocus(last);
  // The third cannot be pressed.
  expect(document.activeElement).toBe(element('more'));
});

it('is the element itself while it is there', () => {
  const position = focusPositionOf(element('pay-2'));
  returnFocus(position);
  expect(document.activeElement).toBe(element('pay-2'));
});

it('is known also after what had the focus went away', () => {
  element('pay-1').focus();
  element('first').remove();
  if (!focusIsLost()) (document.activeElement as HTMLElement).blur();
  returnFocus(lastFocusPosition());
  expect(document.activeElement).toBe(element('pay-2'));
});
