/** Downloads a part of the report as a file. */
import { at } from '../../api/calls';
import { getResponse } from '../../api/http/client';
import type { ReportPart } from '../../api/types';
import { download } from '../../lib/download';
import type { DateRange } from '../../parts/range/range';

/** A month of sale lines takes a small computer a few seconds; longer means that it does not answer. */
const TIMEOUT_MS = 30_000;

export type FileFormat = 'csv' | 'xlsx';

export const fileUrl = (part: ReportPart, { from, to }: DateRange, format: FileFormat) =>
  at('/api/reports/{part}', { part, startDate: from, endDate: to, format });

export async function downloadPart(part: ReportPart, range: DateRange, format: FileFormat): Promise<void> {
  const response = await getResponse(fileUrl(part, range, format), AbortSignal.timeout(TIMEOUT_MS));
  const header = response.headers.get('Content-Disposition') ?? '';
  const name = /filename="([a-z0-9.-]+)"/.exec(header)?.[1] ?? `${part}-${range.from}.${format}`;
  download(await response.blob(), name);
}
