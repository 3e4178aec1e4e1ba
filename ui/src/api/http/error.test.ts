/** The message that tells a user why a call failed. */
import { expect, it } from 'vitest';
import { ApiError, reasonOf, UnreachableError } from './error';

const box = (status: number, body: string) => new ApiError(status, body, '');
const NO_ANSWER = 'The box did not answer.';

it.each([
  [new UnreachableError(), NO_ANSWER],
  [box(503, '{"message":"The disk is full","code":"read_only"}'), 'The disk is full'],
  [box(500, '{"message":"Something went wrong","code":"internal"}'), 'Something went wrong'],
  [box(403, '{"message":"Not allowed","code":"forbidden"}'), 'Not allowed'],
  [box(502, '<html>'), undefined],
])('says that the box did not answer only where it did not: %s', (error, message) => {
  expect(reasonOf(error, NO_ANSWER)).toBe(message);
});
