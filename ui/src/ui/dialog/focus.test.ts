/** Where the focus goes when the focused element is removed. */
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

it('moves to the next row, the previous row, or what follows the list, but never to a field', () => {
  const position = focusPositionOf(element('pay-1'));
  element('first').remove();
  returnFocus(position);
  expect(document.activeElement).toBe(element('pay-2'));

  const last = focusPositionOf(element('pay-2'));
  element('second').remove();
  returnFocus(last);
  // The button of the third row is disabled.
  expect(document.activeElement).toBe(element('more'));
});

it('returns to the element itself while it exists', () => {
  const position = focusPositionOf(element('pay-2'));
  returnFocus(position);
  expect(document.activeElement).toBe(element('pay-2'));
});

it('moves to the next row also when the focused element is already gone', () => {
  element('pay-1').focus();
  element('first').remove();
  if (!focusIsLost()) (document.activeElement as HTMLElement).blur();
  returnFocus(lastFocusPosition());
  expect(document.activeElement).toBe(element('pay-2'));
});
