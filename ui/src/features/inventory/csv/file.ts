/** Reads a chosen CSV file, and names an exported one. */
import { deviceDate } from '../../../lib/format';
import { csv as words } from '../strings';

/** The server's limit on an import. */
export const IMPORT_MAX_BYTES = 8 * 1024 * 1024;

/** The chosen file cannot be sent; the message is shown to the user. */
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

/** The server's file name, which has the business day; without one, a name with the device's date. */
export function fileName(response: Response): string {
  const header = response.headers.get('Content-Disposition') ?? '';
  return (
    /filename="?(inventory-\d{4}-\d{2}-\d{2}\.csv)"?/.exec(header)?.[1] ?? `inventory-${deviceDate()}.csv`
  );
}
