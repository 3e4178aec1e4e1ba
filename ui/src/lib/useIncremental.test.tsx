/** A long list grows as its end comes into view. */
import { act, render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { useIncremental } from './useIncremental';

let reach: () => void;

class FakeObserver {
  constructor(callback: IntersectionObserverCallback) {
    reach = () => callback([{ isIntersecting: true } as IntersectionObserverEntry], this as never);
  }
  observe() {}
  disconnect() {}
}

const ITEMS = Array.from({ length: 80 }, (_, i) => i);

function List({ query, step }: { query: string; step?: number }) {
  const { visible, more, sentinel } = useIncremental(ITEMS, query, step);
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
  rerender(<List query="beer" />);
  expect(shown()).toBe('24');
});

it('takes smaller steps where each is a card', () => {
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  render(<List query="" step={8} />);
  act(() => reach());
  expect(screen.getByRole('status').textContent).toBe('16');
});
