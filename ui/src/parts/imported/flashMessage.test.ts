/** The message after an import. */
import { expect, it } from 'vitest';
import { setFlashMessage, takeFlashMessage } from './flashMessage';

it('keeps a flash message until it is read once', () => {
  setFlashMessage({ created: 3, updated: 1 });
  expect(takeFlashMessage()).toEqual({ created: 3, updated: 1 });
  expect(takeFlashMessage()).toBeNull();
});
