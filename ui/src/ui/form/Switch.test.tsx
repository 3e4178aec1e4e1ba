/** The switch while what its tap began is on its way. */
import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { Switch } from './Switch';

/** Work that ends when the test says so. */
function pending() {
  let end = () => {};
  const promise = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { promise, end: () => end() };
}
const isOn = () => (screen.getByRole('switch', { name: 'Slips' }) as HTMLInputElement).checked;

it('moves at the tap, and stays once the work has changed its value', async () => {
  const work = pending();
  const slips = (checked: boolean) => (
    <Switch name="slips" label="Slips" checked={checked} onChecked={() => work.promise} />
  );
  const { rerender } = render(slips(false));
  fireEvent.click(screen.getByRole('switch'));
  rerender(slips(false));
  expect(isOn()).toBe(true);
  rerender(slips(true));
  work.end();
  await work.promise;
  await waitFor(() => expect(isOn()).toBe(true));
});

it('goes back if nothing has changed when the work ends', async () => {
  const work = pending();
  render(<Switch name="slips" label="Slips" checked={false} onChecked={() => work.promise} />);
  fireEvent.click(screen.getByRole('switch'));
  expect(isOn()).toBe(true);
  work.end();
  await waitFor(() => expect(isOn()).toBe(false));
});

it('shows its value where the tap begins no work', () => {
  let wanted = false;
  const { rerender } = render(
    <Switch name="slips" label="Slips" checked={false} onChecked={(on) => (wanted = on)} />,
  );
  fireEvent.click(screen.getByRole('switch'));
  expect(wanted).toBe(true);
  rerender(<Switch name="slips" label="Slips" checked onChecked={() => undefined} />);
  expect(isOn()).toBe(true);
});
