/** Closing a dialog, and a mandatory dialog that cannot be closed. */
import { fireEvent, render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { Dialog } from './Dialog';

const dialog = () => screen.getByRole('dialog') as HTMLDialogElement;

it('closes by its button, by Escape and by a press beside it', () => {
  const onClose = vi.fn();
  render(
    <Dialog title="Stock" onClose={onClose}>
      text
    </Dialog>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  fireEvent.keyDown(dialog(), { key: 'Escape' });
  fireEvent.mouseDown(dialog());
  fireEvent.click(dialog());
  expect(onClose).toHaveBeenCalledTimes(3);
});

it('stays open when the press began inside it', () => {
  const onClose = vi.fn();
  render(
    <Dialog title="Stock" onClose={onClose}>
      text
    </Dialog>,
  );
  fireEvent.mouseDown(screen.getByText('text'));
  fireEvent.click(dialog());
  expect(onClose).not.toHaveBeenCalled();
});

it('cannot be closed when it is mandatory', () => {
  const onClose = vi.fn();
  render(
    <Dialog title="Password" onClose={onClose} mandatory>
      text
    </Dialog>,
  );
  fireEvent.keyDown(dialog(), { key: 'Escape' });
  fireEvent.mouseDown(dialog());
  fireEvent.click(dialog());
  expect(fireEvent(dialog(), new Event('cancel', { cancelable: true }))).toBe(false);
  expect(onClose).not.toHaveBeenCalled();
  expect(dialog().getAttribute('closedby')).toBe('none');
  dialog().close();
  expect(dialog().open).toBe(true);
});
