/** The history entries of dialogs: the back button closes the topmost one and stays on the page. */
import { render, screen } from '@testing-library/preact';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Dialog } from './Dialog';

/** happy-dom has no session history, so this replaces it: entries, and a position that back and forward move. */
const entries: unknown[] = [null];
let at = 0;

beforeEach(() => {
  entries.splice(0, entries.length, null);
  at = 0;
  vi.spyOn(history, 'state', 'get').mockImplementation(() => entries[at]);
  vi.spyOn(history, 'pushState').mockImplementation((state) => {
    at += 1;
    entries.splice(at, entries.length, state);
  });
  vi.spyOn(history, 'go').mockImplementation((steps = 0) => void setTimeout(() => travel(steps)));
});

function travel(steps: number) {
  at = Math.min(Math.max(at + steps, 0), entries.length - 1);
  dispatchEvent(new PopStateEvent('popstate', { state: entries[at] }));
}

/** The user presses back or forward; the history has come to rest after it. Not in act, which renders later than a browser. */
async function press(steps: number) {
  travel(steps);
  await rest();
}
const rest = () => new Promise((resolve) => setTimeout(resolve, 30));

function Two({ mandatory = false }) {
  const [open, setOpen] = useState(2);
  return (
    <>
      {open > 0 && (
        <Dialog title="Product" onClose={() => setOpen(0)}>
          text
        </Dialog>
      )}
      {open > 1 && (
        <Dialog title="Stock" mandatory={mandatory} onClose={() => setOpen(1)}>
          <button type="button" onClick={() => setOpen(0)}>
            Finish
          </button>
        </Dialog>
      )}
    </>
  );
}

const titles = () => screen.queryAllByRole('heading').map(({ textContent }) => textContent);

it('closes one dialog per press, and forward opens none', async () => {
  render(<Two />);
  await rest();
  expect(entries).toEqual([null, { dialogs: 1 }, { dialogs: 2 }]);
  await press(-1);
  expect(titles()).toEqual(['Product']);
  await press(-1);
  expect(titles()).toEqual([]);
  expect(at).toBe(0);
  await press(1);
  expect(titles()).toEqual([]);
  expect(at).toBe(0);
});

it('takes the steps of dialogs away that are closed by a button', async () => {
  render(<Two />);
  await rest();
  screen.getByRole('button', { name: 'Finish' }).click();
  await rest();
  expect(titles()).toEqual([]);
  expect(at).toBe(0);
});

it('leaves a mandatory dialog and those under it open', async () => {
  render(<Two mandatory />);
  await rest();
  await press(-1);
  expect(titles()).toEqual(['Product', 'Stock']);
  expect(entries[at]).toEqual({ dialogs: 2 });
});

it('calls onClose when the browser itself closes the dialog, as the back gesture of Android does', async () => {
  const onClose = vi.fn();
  render(
    <Dialog title="Stock" onClose={onClose}>
      text
    </Dialog>,
  );
  const dialog = screen.getByRole('dialog') as HTMLDialogElement;
  dialog.close();
  await rest();
  expect(onClose).toHaveBeenCalledOnce();
  // The parent has not unmounted it.
  expect(dialog.open).toBe(true);
});
