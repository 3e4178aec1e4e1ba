/** CSV files on their way in and out of the browser. */
import { deviceDate } from '../../../lib/format';
import { csv as words } from '../strings';

/** The contract's limit on an import. */
export const IMPORT_MAX_BYTES = 8 * 1024 * 1024;

/** A chosen file that is none that can be sent; its message is for people. */
export class UnusableFile extends Error {}

export async function readCsv(file: File): Promise<string> {
  if (!file.name.toLowerCase().endsWith('.csv')) throw new UnusableFile(words.notCsv);
  if (file.size > IMPORT_MAX_BYTES) throw new UnusableFile(words.tooLarge);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new UnusableFile(words.notUtf8);
  }
}

/** The name that the box gave, which carries the business day; else one with the device's date. */
export function fileName(response: Response): string {
  const header = response.headers.get('Content-Disposition') ?? '';
  return (
    /filename="?(inventory-\d{4}-\d{2}-\d{2}\.csv)"?/.exec(header)?.[1] ?? `inventory-${deviceDate()}.csv`
  );
}
