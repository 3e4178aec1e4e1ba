/** Check a sheet: paste a message, and the box says whether it wrote it, and what was changed. */
import { CircleCheck, CircleX } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useWrite } from '../../../api/forms/useWrite';
import { messageOf } from '../../../api/http/error';
import type { SheetCheck } from '../../../api/types';
import { ActionButton } from '../../../ui/ActionButton';
import { Dialog } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { TextAreaField } from '../../../ui/form/TextAreaField';
import { checkSheet } from './sheet';
import { checkWords as words } from './strings';

const ROWS = 9;

export default function CheckSheet({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [result, setResult] = useState<SheetCheck | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const write = useWrite(checkSheet);
  const isBlank = text.trim() === '';

  async function check(event: FormEvent) {
    event.preventDefault();
    setResult(null);
    setProblem(isBlank ? words.empty : null);
    if (isBlank) return;
    try {
      setResult((await write.run(text)) ?? null);
    } catch (error) {
      setProblem(messageOf(error, words.failed));
    }
  }

  return (
    <Dialog title={words.title} onClose={onClose}>
      <form className="stack" noValidate onSubmit={(event) => void check(event)}>
        <TextAreaField label={words.paste} name="text" rows={ROWS} value={text} onValue={setText} />
        {problem && <Alert>{problem}</Alert>}
        {result && <Result check={result} />}
        <ActionButton pending={write.pending} waiting={write.waiting} pendingLabel={words.checking}>
          {words.check}
        </ActionButton>
      </form>
    </Dialog>
  );
}

function Result({ check }: { check: SheetCheck }) {
  const { valid, number, issuedAt, issuedBy, latest, differences } = check;
  const issued = issuedAt && issuedBy ? words.issued(issuedAt, issuedBy) : null;
  const which = number && issuedAt && issuedBy ? words.sheet(number, issuedAt, issuedBy) : null;
  const outdated = number && !latest ? words.outdated : null;
  if (valid) {
    return (
      <div className="alert" role="status" data-status="ok">
        <CircleCheck />
        <div>
          <p>
            <b>{number ? words.genuine(number) : words.genuineGone}</b>
          </p>
          <Details texts={[issued, outdated]} />
        </div>
      </div>
    );
  }
  return (
    <div className="stack tight" role="status">
      <div className="alert" data-status="error">
        <CircleX />
        <div>
          <p>
            <b>{number ? words.changedTitle : words.foreign}</b>
          </p>
          <Details texts={[which, outdated]} />
        </div>
      </div>
      {differences.map(({ sent, real }) => (
        <dl key={`${sent}\n${real}`} className="sheet-diff">
          <dt>{words.sent}</dt>
          <dd>{sent ? <del>{sent}</del> : words.nothingSent}</dd>
          <dt className="sr-only">{words.changedTitle}</dt>
          <dd>
            <b>{real ? words.changed(real) : words.added}</b>
          </dd>
        </dl>
      ))}
    </div>
  );
}

function Details({ texts }: { texts: (string | null)[] }) {
  return texts.filter(Boolean).map((text) => (
    <p key={text}>
      <small>{text}</small>
    </p>
  ));
}
