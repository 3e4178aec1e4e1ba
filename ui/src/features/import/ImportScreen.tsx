/** /import: a list of products from a file, in three steps: the file, what its columns become, and what the list does. */
import { ChevronLeft } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useTitle } from '../../lib/useTitle';
import { addToHistory } from '../../ui/dialog/backButton';
import { CheckStep } from './CheckStep';
import { ColumnsStep } from './ColumnsStep';
import { FileStep } from './FileStep';
import { tallyOf } from './rules/tally';
import { words } from './strings';
import { type Import, type Step, useImport } from './useImport';
import './import.css';

const INVENTORY = '/inventory';
const STEPS: readonly Step[] = ['file', 'columns', 'check'];

interface ImportScreenProps {
  /** Called after a successful import; tests replace it. Loads the page again. */
  leave?: () => void;
}

export default function ImportScreen({ leave = () => location.replace(INVENTORY) }: ImportScreenProps) {
  useTitle(words.title);
  const [chosen, setChosen] = useState<{ id: number; file: File | null }>({ id: 0, file: null });
  return (
    <Steps
      // Another file starts from the beginning, with an idempotency key of its own.
      key={chosen.id}
      file={chosen.file}
      onFile={(file) => setChosen(({ id }) => ({ id: id + 1, file }))}
      leave={leave}
    />
  );
}

interface StepsProps {
  file: File | null;
  onFile: (file: File) => void;
  leave: () => void;
}

function Steps({ file, onFile, leave }: StepsProps) {
  const list = useImport(file, leave);
  const { step, checked } = list;
  return (
    <>
      <Head list={list} file={file} />
      {step === 'file' && <FileStep list={list} file={file} onFile={onFile} />}
      {step === 'columns' && checked && <ColumnsStep list={list} answer={checked.answer} />}
      {step === 'check' && checked && <CheckStep list={list} checked={checked} />}
    </>
  );
}

function Head({ list, file }: { list: Import; file: File | null }) {
  const { step, checked, choices } = list;
  const title = useRef<HTMLHeadingElement>(null);
  // What had the focus is gone with the step before, or with the file before.
  useEffect(() => {
    if (file) title.current?.focus();
  }, [step]);
  const rows = checked ? tallyOf(checked, choices.rows).all : 0;
  const before = STEPS[STEPS.indexOf(step) - 1];
  useBackButton(before && !list.busy ? () => list.goTo(before) : null, step !== 'file');
  return (
    <header className="page-head import-head">
      {before ? (
        <button
          type="button"
          className="quiet icon-only"
          aria-label={words.back}
          disabled={list.busy}
          onClick={() => list.goTo(before)}
        >
          <ChevronLeft />
        </button>
      ) : (
        <Link href={INVENTORY} className="action quiet icon-only" aria-label={words.inventory}>
          <ChevronLeft />
        </Link>
      )}
      <hgroup>
        <h1 ref={title} tabIndex={-1}>
          {words.headings[step]}
        </h1>
        {file && <small>{[file.name, rows > 0 && words.rows(rows)].filter(Boolean).join(' · ')}</small>}
      </hgroup>
      <ol className="import-steps" aria-label={words.steps}>
        {STEPS.map((name) => (
          <li key={name} aria-current={name === step ? 'step' : undefined}>
            {words.stepNames[name]}
          </li>
        ))}
      </ol>
    </header>
  );
}

/** The phone's back button goes a step back, where there is one; null while it must not. */
function useBackButton(back: (() => void) | null, hasStep: boolean) {
  const newest = useRef(back);
  newest.current = back;
  useLayoutEffect(() => {
    if (hasStep) return addToHistory(() => newest.current);
  }, [hasStep]);
}
