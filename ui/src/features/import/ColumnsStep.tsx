/** What each column of the file becomes, and what has to be asked about the file. */
import { useEffect, useId, useRef, useState } from 'react';
import { useBox } from '../../api/box';
import { ActionButton } from '../../ui/ActionButton';
import { Alert } from '../../ui/feedback/Alert';
import { Questions } from './Questions';
import { fieldsOf, headingOf, withField } from './rules/columns';
import { tallyOf } from './rules/tally';
import { fields as names, columns as text, words } from './strings';
import { TroubleNote } from './TroubleNote';
import type { Field, ImportAnswer, ImportColumn } from './types';
import type { Import } from './useImport';

const FIELDS = Object.keys(names) as Field[];

export function ColumnsStep({ list, answer }: { list: Import; answer: ImportAnswer }) {
  const { choices, checked, questions, trouble } = list;
  const { columns } = answer;
  const fields = choices.fields ?? fieldsOf(answer);
  /** How often 'Continue' was pressed. */
  const [tries, setTries] = useState(0);
  const [leftOut, setLeftOut] = useState<string | null>(null);
  const hasTax = Boolean(useBox()?.tax);
  // A bar without tax notices nothing of it.
  const offered = FIELDS.filter((field) => field !== 'taxClass' || hasTax || fields.includes(field));
  const rows = checked ? tallyOf(checked, choices.rows).all : 0;

  function choose(at: number, field: Field | null) {
    const before = field === null ? -1 : fields.indexOf(field);
    setLeftOut(before < 0 || before === at ? null : headingOf(columns, before));
    list.choose({ fields: withField(fields, at, field) });
  }

  const hasName = fields.includes('name');
  const isAnswered = questions.every(({ kind }) => choices[kind] !== undefined);
  function proceed() {
    setTries(tries + 1);
    if (hasName && isAnswered) list.leaveColumns();
  }

  return (
    <>
      <small>
        {text.used(columns.filter(({ part }, at) => fields[at] || part).length, columns.length)}{' '}
        {answer.format.headings === 0 ? text.noHeadings : text.remembered}
      </small>
      {tries > 0 && !hasName && <Mistake key={tries} text={text.nameMissing} />}
      <ul className="card import-columns" aria-label={text.list}>
        {columns.map((column, at) => (
          <Column
            key={at}
            heading={headingOf(columns, at)}
            samples={column.samples}
            field={fields[at] ?? null}
            part={column.part}
            offered={offered}
            disabled={list.busy}
            onField={(field) => choose(at, field)}
          />
        ))}
      </ul>
      <p className="sr-only" role="status">
        {leftOut && text.nowLeftOut(leftOut)}
      </p>
      {tries > 0 && hasName && !isAnswered && <Mistake key={tries} text={text.answerFirst} />}
      <Questions
        questions={questions}
        columns={columns}
        choices={choices}
        disabled={list.busy}
        onChoice={list.choose}
      />
      <TroubleNote trouble={trouble} />
      <div className="actionbar bottom-bar">
        <span className="grow">
          {rows > 0 && <b>{words.rows(rows)}</b>}
          {questions.length > 0 && <small>{text.asked(questions.length)}</small>}
        </span>
        <ActionButton
          type="button"
          className="large"
          pending={list.busy}
          waiting={list.waiting}
          pendingLabel={words.reading}
          onClick={proceed}
        >
          {words.proceed}
        </ActionButton>
      </div>
    </>
  );
}

/** What is missing, scrolled into view: the button may be far away from it. */
function Mistake({ text }: { text: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.scrollIntoView({ block: 'center' }), []);
  return (
    <div ref={place}>
      <Alert>{text}</Alert>
    </div>
  );
}

interface ColumnProps {
  heading: string;
  samples: readonly string[];
  field: Field | null;
  /** What it is for where it becomes no field. */
  part: ImportColumn['part'];
  offered: readonly Field[];
  disabled: boolean;
  onField: (field: Field | null) => void;
}

function Column({ heading, samples, field, part, offered, disabled, onField }: ColumnProps) {
  const id = useId();
  return (
    <li data-left={(field === null && !part) || undefined}>
      <div>
        <label htmlFor={id}>{heading}</label>
        <small id={`${id}-samples`}>{samples.filter(Boolean).join(' · ') || text.noSamples}</small>
      </div>
      <select
        id={id}
        aria-describedby={`${id}-samples`}
        disabled={disabled}
        value={field ?? ''}
        onChange={(event) => onField((event.currentTarget.value || null) as Field | null)}
      >
        {offered.map((name) => (
          <option key={name} value={name}>
            {names[name]}
          </option>
        ))}
        <option value="">{part ? text.parts[part] : text.leaveOut}</option>
      </select>
    </li>
  );
}
