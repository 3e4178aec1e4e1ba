/** The rules of choosing a reason. */
import { expect, it } from 'vitest';
import type { Reason } from '../../api/types';
import { type Chosen, NOTHING_CHOSEN, noteOf, picked, problemOf, sentOf, typedOver } from './reasons';

const reason = (id: number, name: string, more: Partial<Reason> = {}): Reason => ({
  id,
  kind: 'void',
  name,
  active: true,
  returnStock: true,
  noteRequired: false,
  ...more,
});
const WRONG = reason(1, 'Wrong item');
const OTHER = reason(9, 'Other', { noteRequired: true });
const FREE = { options: [WRONG, OTHER], freeText: true };
const LIST = { ...FREE, freeText: false };
const typed = (text: string, reasonId = ''): Chosen => ({ reasonId, reason: text });

it('fills an empty field with the name, and sends the reason of the list', () => {
  const value = picked(NOTHING_CHOSEN, WRONG, FREE);
  expect(value).toEqual({ reasonId: '1', reason: 'Wrong item' });
  expect(sentOf(value, FREE)).toEqual({ reasonId: 1 });
  expect(picked(value, OTHER, FREE)).toEqual({ reasonId: '9', reason: '' });
});

it('keeps what was typed as a note', () => {
  const value = picked(typed('two of them'), WRONG, FREE);
  expect(value).toEqual({ reasonId: '1', reason: 'two of them' });
  expect(sentOf(value, FREE)).toEqual({ reasonId: 1, reason: 'two of them' });
  expect(sentOf(typed('Wrong item: stout', '1'), FREE)).toEqual({ reasonId: 1, reason: 'stout' });
  expect(noteOf(typed(' Wrong item ', '1'), FREE)).toBe('');
  expect(picked(typed('Wrong item, stout', '1'), OTHER, FREE)).toEqual(typed('stout', '9'));
});

it('is no longer the reason of the list once its name is typed over', () => {
  const filled = picked(NOTHING_CHOSEN, WRONG, FREE);
  expect(typedOver(filled, 'Wrong item, stout', FREE).reasonId).toBe('1');
  expect(typedOver(filled, 'They left', FREE)).toEqual(typed('They left'));
  const noted = picked(typed('two'), WRONG, FREE);
  expect(typedOver(noted, 'two of them', FREE).reasonId).toBe('1');
  expect(typedOver(typed('', '9'), 'the glass broke', FREE)).toEqual(typed('the glass broke', '9'));
});

it('says what is missing', () => {
  expect(problemOf(NOTHING_CHOSEN, FREE)).toBe('Reason is required');
  expect(problemOf(typed('They left'), FREE)).toBeNull();
  expect(problemOf(NOTHING_CHOSEN, LIST)).toBe('Please choose a reason');
  expect(problemOf(typed('They left'), LIST)).toBe('Please choose a reason');
  expect(problemOf(typed('', '1'), LIST)).toBeNull();
  expect(problemOf(typed('', '9'), LIST)).toBe('Please add a note to this reason');
  expect(problemOf(typed('broken', '9'), LIST)).toBeNull();
});

it('does not send a reason that is no longer offered', () => {
  expect(sentOf(typed('Gone', '77'), FREE)).toEqual({ reason: 'Gone' });
  expect(problemOf(typed('Gone', '77'), LIST)).toBe('Please choose a reason');
});

it('fills nothing where the list is all there is', () => {
  expect(picked(NOTHING_CHOSEN, WRONG, LIST)).toEqual({ reasonId: '1', reason: '' });
});
