/** Names an exported CSV file. */
import { deviceDate } from '../../../lib/format';

/** The server's file name, which has the business day; without one, a name with the device's date. */
export function fileName(response: Response): string {
  const header = response.headers.get('Content-Disposition') ?? '';
  return (
    /filename="?(inventory-\d{4}-\d{2}-\d{2}\.csv)"?/.exec(header)?.[1] ?? `inventory-${deviceDate()}.csv`
  );
}
