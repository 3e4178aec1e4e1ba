/** Where the message of a failed write belongs. */
import { describe, expect, it } from 'vitest';
import { ApiError, UnreachableError } from '../http/error';
import { fieldsFrom, listProblemFrom, problemFrom } from './refusal';

const refused = (body: object) => new ApiError(400, JSON.stringify(body), '');
const named = refused({ message: 'Some fields are wrong', fields: { name: 'Name is taken' } });
const whole = refused({ message: 'The box is full' });

describe('a failed write', () => {
  it('says at the fields what the server says of them, and nothing above the buttons', () => {
    expect(fieldsFrom(named)).toEqual({ name: 'Name is taken' });
    expect(problemFrom(named, 'Not saved')).toBeUndefined();
  });

  it('says above the buttons what names no field', () => {
    expect(fieldsFrom(whole)).toEqual({});
    expect(problemFrom(whole, 'Not saved')).toBe('The box is full');
    expect(problemFrom(new UnreachableError(), 'Not saved')).toBe('Not saved');
  });

  it('of one entry of a list is said for the whole form', () => {
    expect(listProblemFrom(refused({ fields: { printers: 'At most 8 printers' } }))).toBe(
      'At most 8 printers',
    );
    expect(listProblemFrom(whole)).toBe('The box is full');
    expect(listProblemFrom(new UnreachableError())).toBeUndefined();
  });
});
