/** Loads files of parcels of a bar without internet, and says what is still missing. */
import { FileUp } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTitle } from '../../../lib/useTitle';
import { ActionButton } from '../../../ui/ActionButton';
import { Alert } from '../../../ui/feedback/Alert';
import { Field } from '../../../ui/form/Field';
import { HEAD } from '../../api/calls';
import { FILE_TIMEOUT_MS } from '../../api/client';
import type { FileResult } from '../../api/types';
import { reasonOf, useSend } from '../../api/useSend';
import { useBarName } from '../../parts/useBars';
import { words } from './strings';

/** What became of a file. */
type Outcome = { file: string } & ({ result: FileResult } | { failed: string });

export default function ImportScreen() {
  useTitle(words.title);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [error, setError] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const { send, pending } = useSend<FileResult>([HEAD]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    setError(files.length === 0 ? words.missing : null);
    setOutcomes([]);
    // One after the other: each may hold 64 MB.
    for (const [index, file] of files.entries()) {
      setAt(index + 1);
      const outcome = await load(file);
      setOutcomes((before) => [...before, outcome]);
    }
  }

  async function load(file: File): Promise<Outcome> {
    try {
      const result = await send({
        method: 'POST',
        path: `${HEAD}/files`,
        body: file,
        timeoutMs: FILE_TIMEOUT_MS,
      });
      if (result) return { file: file.name, result };
    } catch (failure) {
      return { file: file.name, failed: reasonOf(failure) ?? words.failed };
    }
    return { file: file.name, failed: words.failed };
  }

  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
      </header>
      <form className="stack form" noValidate onSubmit={submit}>
        <p>{words.lead}</p>
        <Field label={words.field} error={error}>
          {(controlProps) => (
            <input
              {...controlProps}
              type="file"
              name="files"
              multiple
              accept=".parcels"
              onChange={(event) => setFiles([...(event.currentTarget.files ?? [])])}
            />
          )}
        </Field>
        <ActionButton className="large wide" pending={pending} pendingLabel={words.sending(at, files.length)}>
          {!pending && <FileUp />}
          {words.submit}
        </ActionButton>
      </form>
      <div className="stack" role="status">
        {outcomes.map((outcome, index) => (
          <OutcomeCard key={index} outcome={outcome} />
        ))}
      </div>
    </>
  );
}

function OutcomeCard({ outcome }: { outcome: Outcome }) {
  const nameOf = useBarName();
  if ('failed' in outcome) return <Alert reason={outcome.file}>{outcome.failed}</Alert>;
  const { bar, stored, known, waiting, missing, position } = outcome.result;
  return (
    <section className="card stack tight" aria-label={outcome.file}>
      <h2>{words.of(nameOf(bar), stored)}</h2>
      <small>{outcome.file}</small>
      {known > 0 && <p>{words.known(known)}</p>}
      {waiting > 0 && <p>{words.waiting(waiting)}</p>}
      {missing.map(({ from, to }) => (
        <p key={from} className="alert" data-status="warning">
          {words.missingEntries(from, to)}
        </p>
      ))}
      {missing.length === 0 && position && <p>{words.position(position.seq)}</p>}
    </section>
  );
}
