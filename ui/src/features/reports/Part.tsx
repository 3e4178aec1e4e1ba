/** A part of the report: a card with its title, or a line that opens in place; and the menu that downloads it. */
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { reasonOf } from '../../api/http/error';
import type { ReportPart } from '../../api/types';
import type { DateRange } from '../../parts/range/range';
import { Fold } from '../../ui/Fold';
import { toastError } from '../../ui/feedback/toast';
import { MenuButton } from '../../ui/MenuButton';
import { downloadPart, type FileFormat } from './files';
import { files as words } from './strings';

const FORMATS: readonly { format: FileFormat; label: string }[] = [
  { format: 'csv', label: words.csv },
  { format: 'xlsx', label: words.xlsx },
];

interface FilesProps {
  title: string;
  /** What the files hold, each with the word that tells it apart; '' for the part itself. */
  parts: readonly (readonly [part: ReportPart, name: string])[];
  /** Null while the bar's day is not known: then there is nothing to download. */
  range: DateRange | null;
}

interface PartProps extends FilesProps {
  note?: string;
  children: ReactNode;
}

export function Part({ note, children, ...files }: PartProps) {
  const titleId = titleIdOf(files);
  return (
    <section className="card stack tight" aria-labelledby={titleId}>
      <div className="split">
        <div>
          <h2 id={titleId}>{files.title}</h2>
          {note && <small>{note}</small>}
        </div>
        <Files {...files} />
      </div>
      {children}
    </section>
  );
}

interface FoldedPartProps extends PartProps {
  /** What the closed line says beside the title. */
  value?: ReactNode;
  /** Whether it is open at first. */
  open?: boolean;
}

export function FoldedPart({ note, value, open, children, ...files }: FoldedPartProps) {
  const titleId = titleIdOf(files);
  return (
    <section aria-labelledby={titleId}>
      <Fold
        open={open}
        summary={
          <>
            <h2 id={titleId} className="grow">
              {files.title}
            </h2>
            {value && <small>{value}</small>}
          </>
        }
      >
        <div className="stack tight">
          <div className="split">
            <small>{note}</small>
            <Files {...files} />
          </div>
          {children}
        </div>
      </Fold>
    </section>
  );
}

const titleIdOf = ({ parts }: FilesProps) => `${parts[0]?.[0]}-title`;

function Files({ title, parts, range }: FilesProps) {
  if (!range) return null;
  return (
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
  );
}

async function save(part: ReportPart, range: DateRange, format: FileFormat) {
  try {
    await downloadPart(part, range, format);
  } catch (error) {
    toastError(words.failed, reasonOf(error));
  }
}
