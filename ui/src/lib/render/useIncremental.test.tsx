/** A long list grows as its end comes into view. */
import { act, render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { useIncremental } from './useIncremental';

let reach: () => void;
let ahead: string | undefined;

class FakeObserver {
  constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
    ahead = options?.rootMargin;
    reach = () => callback([{ isIntersecting: true } as IntersectionObserverEntry], this as never);
  }
  observe() {}
  disconnect() {}
}

const ITEMS = Array.from({ length: 80 }, (_, i) => i);

const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

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

it('shows 24, then 30 more at a time, and starts over for another query', () => {
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
  // Also when it leads back to where the list was long.
  rerender(<List query="" />);
  expect(shown()).toBe('24');
});

it('stays as it is when a key finds the same, and when what it shows was changed by somebody else', () => {
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

it('takes smaller steps where each is a card', () => {
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  render(<List query="" step={8} />);
  act(() => reach());
  expect(screen.getByRole('status').textContent).toBe('16');
});

it('draws more of them a moment later, once for each start', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  const shown = () => screen.getByRole('status').textContent;
  const { rerender } = render(<List query="" step={8} atRest={20} />);
  expect(shown()).toBe('8');
  await pass(600);
  expect(shown()).toBe('20');
  rerender(<List query="b" step={8} atRest={20} items={ITEMS.slice(1)} />);
  expect(shown()).toBe('8');
  await pass(400);
  rerender(<List query="be" step={8} atRest={20} items={ITEMS.slice(2)} />);
  await pass(400);
  expect(shown()).toBe('8');
  await pass(200);
  expect(shown()).toBe('20');
});

it('does not draw more while somebody types, whatever the keys find', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  render(<List query="b" step={8} atRest={20} />);
  for (let key = 0; key < 4; key++) {
    window.dispatchEvent(new Event('keydown'));
    await pass(400);
  }
  expect(screen.getByRole('status').textContent).toBe('8');
  await pass(200);
  expect(screen.getByRole('status').textContent).toBe('20');
});

it('keeps its end near while somebody types and farther ahead afterwards', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  render(<List query="b" step={8} atRest={20} />);
  expect(ahead).toBe('0px');
  // Who scrolls at once does not wait for the rest.
  act(() => reach());
  expect(screen.getByRole('status').textContent).toBe('20');
  expect(ahead).toBe('600px');
});
