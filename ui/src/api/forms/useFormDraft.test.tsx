/** Drafts of forms: kept for 30 minutes for one user, without passwords, and emptied by Discard. */
import { act, renderHook } from '@testing-library/preact';
import { beforeEach, expect, it, vi } from 'vitest';
import { DRAFT_KEPT_MS } from '../../lib/state/draft';
import { removeOldDrafts } from '../../lib/state/oldDrafts';
import { signInAs } from '../../test/people';
import { useFormDraft } from './useFormDraft';

const START = { name: '', stock: '5', password: '' };
const open = () => renderHook(() => useFormDraft('product:new', START, ['password'])).result;
const asUser = (username: string) => signInAs('manager', { username });
function typeName() {
  const form = open();
  act(() => form.current.type({ name: 'Palm wine' }));
}

beforeEach(() => asUser('musu'));

it('keeps what was typed, except passwords, until it is discarded', () => {
  const form = open();
  act(() => form.current.type({ name: 'Palm wine', password: 'secret' }));
  expect(form.current).toMatchObject({ kept: true, restored: false });
  expect(JSON.stringify(localStorage)).not.toContain('secret');

  const again = open();
  expect(again.current.values).toEqual({ name: 'Palm wine', stock: '5', password: '' });
  expect(again.current).toMatchObject({ kept: true, restored: true });
  act(() => again.current.discard());
  expect(again.current).toMatchObject({ kept: false, restored: false, values: START });
  expect(open().current.values).toEqual(START);
});

it('keeps only what differs, so that the other fields follow the box', () => {
  const form = open();
  act(() => form.current.type({ name: 'Palm wine', stock: '5' }));
  const later = renderHook(() => useFormDraft('product:new', { ...START, stock: '4' })).result;
  expect(later.current.values).toMatchObject({ name: 'Palm wine', stock: '4' });
});

it('never shows the draft of another user', () => {
  typeName();
  asUser('kou');
  expect(open().current.values).toEqual(START);
});

it('forgets it 30 minutes after the last change', () => {
  vi.useFakeTimers();
  typeName();
  vi.advanceTimersByTime(DRAFT_KEPT_MS - 1);
  expect(open().current.kept).toBe(true);
  vi.advanceTimersByTime(1);
  expect(open().current.kept).toBe(false);
  const before = localStorage.length;
  removeOldDrafts();
  expect(localStorage.length).toBe(before - 1);
});

it('ignores kept values of another type', () => {
  typeName();
  const other = renderHook(() => useFormDraft('product:new', { name: 1 })).result;
  expect(other.current.values).toEqual({ name: 1 });
});
