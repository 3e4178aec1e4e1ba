/** Using a menu with the keyboard and by touch. */
import { fireEvent, render, screen } from '@testing-library/preact';
import { beforeEach, expect, it, vi } from 'vitest';
import { MenuButton } from './MenuButton';

const chosen = vi.fn();
beforeEach(() => {
  chosen.mockReset();
  const items = ['Tips', 'Guide'].map((label) => ({ label, onSelect: () => chosen(label) }));
  render(<MenuButton label="Help" button="?" items={items} />);
  fireEvent.click(screen.getByRole('button', { name: 'Help' }));
});
const focused = () => document.activeElement?.textContent;
const key = (name: string) => fireEvent.keyDown(document.activeElement as Element, { key: name });

it('moves the focus through its items and wraps around', () => {
  expect(focused()).toBe('Tips');
  key('ArrowDown');
  expect(focused()).toBe('Guide');
  key('ArrowDown');
  expect(focused()).toBe('Tips');
  key('End');
  expect(focused()).toBe('Guide');
});

it('runs the chosen item and closes', () => {
  fireEvent.click(screen.getByRole('menuitem', { name: 'Guide' }));
  expect(chosen).toHaveBeenCalledWith('Guide');
  expect(screen.queryByRole('menu')).toBeNull();
});

it('closes on Escape, with the focus on its button, and on a press elsewhere', () => {
  key('Escape');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(focused()).toBe('?');
  fireEvent.click(screen.getByRole('button', { name: 'Help' }));
  fireEvent.pointerDown(document.body);
  expect(screen.queryByRole('menu')).toBeNull();
});
