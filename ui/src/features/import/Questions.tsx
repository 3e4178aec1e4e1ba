/** What the file does not say by itself, each asked once: the decimal sign, and the currency of prices without one. */
import type { Currency } from '../../lib/money/money';
import { Choices } from '../../ui/form/Choices';
import { headingOfField } from './rules/columns';
import { readings } from './rules/figures';
import { columns as text } from './strings';
import type { Figures, ImportColumn, ImportQuestion } from './types';

interface QuestionsProps {
  questions: readonly ImportQuestion[];
  columns: readonly ImportColumn[];
  choices: { figures?: Figures; currency?: Currency };
  disabled: boolean;
  onChoice: (choice: { figures?: Figures; currency?: Currency }) => void;
}

const SIGNS: readonly { value: Figures; label: string }[] = [
  { value: 'point', label: text.point },
  { value: 'comma', label: text.comma },
];
const CURRENCIES: readonly { value: Currency; label: string }[] = [
  { value: 'USD', label: text.usd },
  { value: 'LRD', label: text.lrd },
];

const off = <T extends object>(option: T) => ({ ...option, disabled: true });

export function Questions({ questions, columns, choices, disabled, onChoice }: QuestionsProps) {
  if (questions.length === 0) return null;
  return (
    <section className="card stack" aria-label={text.questions}>
      {questions.map((question) => (
        <div key={question.kind} className="stack tight">
          <h2>{question.kind === 'figures' ? text.figures : text.currency}</h2>
          {question.kind === 'figures' && <Readings samples={question.samples} />}
          <small>
            {text.samples(headingOfField(columns, question.column), question.samples.join(' · '))}
          </small>
          {question.kind === 'figures' ? (
            <Choices<Figures | ''>
              kind="segmented"
              label={text.figures}
              value={choices.figures ?? ''}
              options={disabled ? SIGNS.map(off) : SIGNS}
              onValue={(figures) => onChoice({ figures: figures || undefined })}
            />
          ) : (
            <Choices<Currency | ''>
              kind="segmented"
              label={text.currency}
              value={choices.currency ?? ''}
              options={disabled ? CURRENCIES.map(off) : CURRENCIES}
              onValue={(currency) => onChoice({ currency: currency || undefined })}
            />
          )}
        </div>
      ))}
    </section>
  );
}

function Readings({ samples }: { samples: readonly string[] }) {
  for (const sample of samples) {
    const read = readings(sample);
    if (read) return <p>{text.readings(sample, read.point, read.comma)}</p>;
  }
  return null;
}
