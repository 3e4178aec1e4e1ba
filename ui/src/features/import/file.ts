/** Reads the chosen file as it is: the server decodes it. */
import { words } from './strings';

/** What the file chooser offers. Some phones know only one of ending and type. */
export const ACCEPT =
  '.csv,.txt,.tsv,.xlsx,text/csv,text/plain,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const ENDINGS = /\.(csv|txt|tsv|xlsx)$/i;

/** In base64 this fits the server's limit of 8 MiB for a body, with room for what is chosen. */
export const IMPORT_MAX_BYTES = 6_000_000;

/** The chosen file cannot be sent; the message is shown to the user. */
export class UnusableFile extends Error {}

/** The file in base64. */
export async function readFile(file: File): Promise<string> {
  if (!ENDINGS.test(file.name)) throw new UnusableFile(words.otherFile);
  if (file.size > IMPORT_MAX_BYTES) throw new UnusableFile(words.tooLarge);
  const url = await dataUrl(file);
  return url.slice(url.indexOf(',') + 1);
}

/** `data:text/csv;base64,bmFtZQ==` */
function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new UnusableFile(words.notReadable));
    reader.readAsDataURL(file);
  });
}
