/** A long list that is drawn in steps. */
import { act, render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { tapNow } from '../../test/input';
import { useIncremental } from './useIncremental';

let reach: () => void;
let rootMargin: string | undefined;

class FakeObserver {
  constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
    rootMargin = options?.rootMargin;
    reach = () => callback([{ isIntersecting: true } as IntersectionObserverEntry], this as never);
  }
  observe() {}
  disconnect() {}
}

const ITEMS = Array.from({ length: 80 }, (_, i) => i);

const wait = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

interface ListProps {
  query: string;
  step?: number;
  atRest?: number;
  items?: readonly number[];
}

function List({ query, step, atRest, items = ITEMS }: ListProps) {
  const { visible, more, sentinel } = useIncremental(items, query, step, atRest);
  return (
    <>
      <output>{visible.length}</output>
      {more && <div ref={sentinel} />}
    </>
  );
}

it('shows 24 items, then 30 more at a time, and starts over for another query', () => {
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  const shown = () => screen.getByRole('status').textContent;
  const { rerender } = render(<List query="" />);
  expect(shown()).toBe('24');
  act(() => reach());
  expect(shown()).toBe('54');
  act(() => reach());
  expect(shown()).toBe('80');
  rerender(<List query="beer" items={ITEMS.slice(1)} />);
  expect(shown()).toBe('24');
  // Also when the query returns to one whose list had grown.
  rerender(<List query="" />);
  expect(shown()).toBe('24');
});

it('keeps its length when a key finds the same items, and when another phone changes the items', () => {
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  const shown = () => screen.getByRole('status').textContent;
  const { rerender } = render(<List query="" />);
  act(() => reach());
  rerender(<List query="b" />);
  expect(shown()).toBe('54');
  rerender(<List query="b" items={ITEMS.map((item) => item + 1000)} />);
  expect(shown()).toBe('54');
  rerender(<List query="be" items={ITEMS.slice(0, 60)} />);
  expect(shown()).toBe('24');
});

it('takes smaller steps for a list of cards', () => {
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  render(<List query="" step={8} />);
  act(() => reach());
  expect(screen.getByRole('status').textContent).toBe('16');
});

it('draws more items after a pause, once for each start', async () => {
  vi.useFakeTimers();
  tapNow();
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  const shown = () => screen.getByRole('status').textContent;
  const { rerender } = render(<List query="" step={8} atRest={20} />);
  expect(shown()).toBe('8');
  await wait(600);
  expect(shown()).toBe('20');
  rerender(<List query="b" step={8} atRest={20} items={ITEMS.slice(1)} />);
  expect(shown()).toBe('8');
  await wait(400);
  rerender(<List query="be" step={8} atRest={20} items={ITEMS.slice(2)} />);
  await wait(400);
  expect(shown()).toBe('8');
  await wait(200);
  expect(shown()).toBe('20');
});

it('does not draw more while the user types, whatever the keys find', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  render(<List query="b" step={8} atRest={20} />);
  for (let key = 0; key < 4; key++) {
    window.dispatchEvent(new Event('keydown'));
    await wait(400);
  }
  expect(screen.getByRole('status').textContent).toBe('8');
  await wait(200);
  expect(screen.getByRole('status').textContent).toBe('20');
});

it('draws the next step at the screen edge while the user types, and 600 px earlier afterwards', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  render(<List query="b" step={8} atRest={20} />);
  expect(rootMargin).toBe('0px');
  // A user who scrolls at once does not wait for the pause.
  act(() => reach());
  expect(screen.getByRole('status').textContent).toBe('20');
  expect(rootMargin).toBe('600px');
});
