/** A part of the report: a card with its title, and the menu that downloads it. */
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { reasonOf } from '../../api/http/error';
import type { ReportPart } from '../../api/types';
import type { DateRange } from '../../parts/range/range';
import { toastError } from '../../ui/feedback/toast';
import { MenuButton } from '../../ui/MenuButton';
import { downloadPart, type FileFormat } from './files';
import { files as words } from './strings';

const FORMATS: readonly { format: FileFormat; label: string }[] = [
  { format: 'csv', label: words.csv },
  { format: 'xlsx', label: words.xlsx },
];

interface PartProps {
  title: string;
  note?: string;
  /** What the files hold, each with the word that tells it apart; '' for the part itself. */
  parts: readonly (readonly [part: ReportPart, name: string])[];
  /** Null while the bar's day is not known: then there is nothing to download. */
  range: DateRange | null;
  children: ReactNode;
}

export function Part({ title, note, parts, range, children }: PartProps) {
  const titleId = `${parts[0]?.[0]}-title`;
  return (
    <section className="card stack tight" aria-labelledby={titleId}>
      <div className="split">
        <div>
          <h2 id={titleId}>{title}</h2>
          {note && <small>{note}</small>}
        </div>
        {range && (
          <MenuButton
            label={words.download(title)}
            button={<Download />}
            items={parts.flatMap(([part, name]) =>
              FORMATS.map(({ format, label }) => ({
                label: name ? words.named(name, label) : label,
                onSelect: () => void save(part, range, format),
              })),
            )}
          />
        )}
      </div>
      {children}
    </section>
  );
}

async function save(part: ReportPart, range: DateRange, format: FileFormat) {
  try {
    await downloadPart(part, range, format);
  } catch (error) {
    toastError(words.failed, reasonOf(error));
  }
}
