/** The API calls of the import. */
import { post, type WriteOptions } from '../../api/http/client';
import { ApiError } from '../../api/http/error';
import type { ImportAnswer, ImportBody, Imported } from './types';

const IMPORT = '/api/products/import';

type Send = <Answer>(call: string, body: ImportBody, options: WriteOptions) => Promise<Answer>;
const send = post as unknown as Send;

/** How long a try with an empty file may take, in milliseconds. */
const SMALL_MS = 6_000;
/** Letters of the file that a weak Wi-Fi carries in a millisecond: 8 MB take a minute. */
const LETTERS_PER_MS = 150;

const tryMs = ({ file }: ImportBody) => SMALL_MS + Math.ceil(file.length / LETTERS_PER_MS);

export const importProducts = (body: ImportBody, options: WriteOptions) =>
  send<Imported>(IMPORT, body, { ...options, tryMs: tryMs(body) });

/** A dry run. A list with mistakes is an answer too: it says which. */
export async function tryImport(body: ImportBody, options: WriteOptions): Promise<ImportAnswer> {
  try {
    return await send(IMPORT, { ...body, dryRun: true, details: true }, { ...options, tryMs: tryMs(body) });
  } catch (error) {
    const answer = answerOf(error);
    if (answer) return answer;
    throw error;
  }
}

/** Null if the file is no list at all: then there is only a message. */
function answerOf(error: unknown): ImportAnswer | null {
  if (!(error instanceof ApiError) || error.status !== 400) return null;
  const answer = error.refusal as unknown as Partial<ImportAnswer>;
  return answer.format && answer.columns && answer.rows ? (answer as ImportAnswer) : null;
}
