/** Asks why something is taken back, and whether it goes back on the shelf. */
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../api/error';
import type { VoidBody } from '../../api/types';
import type { Write } from '../../api/useWrite';
import { ActionButton } from '../../ui/ActionButton';
import { Alert } from '../../ui/Alert';
import { TextField } from '../../ui/Field';
import { form as words } from './strings';

interface VoidFormProps<Answer> {
  detail: string;
  action: string;
  failed: string;
  /** Without it everything goes back to stock anyway, and nobody is asked. */
  asksForStock: boolean;
  write: Write<VoidBody, Answer>;
  onDone: (answer: Answer) => void;
  onKeep: () => void;
}

export function VoidForm<Answer>({
  detail,
  action,
  failed: failedWords,
  asksForStock,
  write,
  onDone,
  onKeep,
}: VoidFormProps<Answer>) {
  const [reason, setReason] = useState('');
  const [returnToStock, setReturnToStock] = useState(true);
  const [missing, setMissing] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(reason.trim() === '');
    setFailed(null);
    if (reason.trim() === '') return;
    try {
      const done = await write.run({ reason: reason.trim(), returnToStock });
      if (done) onDone(done);
    } catch (error) {
      setFailed(messageOf(error, ''));
    }
  }

  return (
    <form className="stack" noValidate onSubmit={submit}>
      <p>{detail}</p>
      {failed !== null && <Alert reason={failed}>{failedWords}</Alert>}
      <TextField
        label={words.reason}
        value={reason}
        autoComplete="off"
        error={missing && reason.trim() === '' ? words.reasonRequired : null}
        onValue={setReason}
      />
      {asksForStock && (
        <label className="row switch">
          <input
            type="checkbox"
            checked={returnToStock}
            onChange={(event) => setReturnToStock(event.currentTarget.checked)}
          />
          {words.toStock}
        </label>
      )}
      <footer className="pair">
        <button type="button" className="secondary" onClick={onKeep}>
          {words.keep}
        </button>
        <ActionButton className="danger" pending={write.pending} waiting={write.waiting}>
          {action}
        </ActionButton>
      </footer>
    </form>
  );
}
