/** Loading a component that the page works without. */
import { act, render, screen } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { reachableStore } from '../../api/live/live';
import { useOptionalComponent } from './useOptionalComponent';

it('renders the page without a component that cannot be loaded, and adds it when the box is back', async () => {
  let there = false;
  let tries = 0;
  const load = () => {
    tries += 1;
    return there ? Promise.resolve({ default: () => <p>here</p> }) : Promise.reject(new Error('gone'));
  };
  function Page() {
    const Code = useOptionalComponent(load);
    return (
      <>
        <p>page</p>
        {Code && <Code />}
      </>
    );
  }
  render(<Page />);
  await act(async () => reachableStore.set(false));
  expect(screen.getByText('page')).toBeTruthy();
  expect(screen.queryByText('here')).toBeNull();
  there = true;
  await act(async () => reachableStore.set(true));
  await screen.findByText('here');
  expect(tries).toBe(2);
});
