/** A sample receipt as the chosen model and width would print it, rendered by the server. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { QrCode, Scissors } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { PrinterProfile, PaperSample as Sample } from '../../../api/types';
import { PRINTERS, samplePaper } from '../settings';
import { printerForm as words } from '../strings';

export function PaperSample({ columns, profile }: { columns: number; profile: PrinterProfile }) {
  const sample = useQuery<Sample, Error>({
    queryKey: [`${PRINTERS}/preview`, profile, columns],
    queryFn: () => samplePaper(columns, profile),
    placeholderData: keepPreviousData,
  });
  if (sample.isError) return <small role="alert">{words.sampleFailed}</small>;
  if (!sample.data) return <div className="skeleton" style={{ height: '16rem' }} />;
  const { lines, qr, cut } = sample.data;
  return (
    <figure className="sample">
      <figcaption>{words.sample}</figcaption>
      <div className="roll" style={{ '--columns': sample.data.columns } as CSSProperties}>
        <pre>{lines.join('\n')}</pre>
        {qr && <QrCode />}
        {cut && (
          <p>
            <Scissors />
            <span className="sr-only">{words.cuts}</span>
          </p>
        )}
      </div>
    </figure>
  );
}
