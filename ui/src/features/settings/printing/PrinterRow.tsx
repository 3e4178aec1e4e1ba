/** One printer: name, address, status, and its actions. */
import { Pencil, Trash2 } from 'lucide-react';
import { useWrite } from '../../../api/forms/useWrite';
import { reasonOf } from '../../../api/http/error';
import type { Printer } from '../../../api/types';
import { formatDateTime, formatStatus } from '../../../lib/format';
import { ActionButton } from '../../../ui/ActionButton';
import { Badge } from '../../../ui/Badge';
import { toast, toastError } from '../../../ui/feedback/toast';
import { JOBS, PRINTERS, type PrinterSetting, printTestPage } from '../settings';
import { printing as words } from '../strings';
import { rolesOf, toneOf, troubleOf } from './printers';

interface PrinterRowProps {
  printer: PrinterSetting;
  /** Undefined until it is loaded. */
  state: Printer | undefined;
  busy: boolean;
  onPause: () => void;
  onEdit: () => void;
  onRemove: () => void;
}

export function PrinterRow({ printer, state, busy, onPause, onEdit, onRemove }: PrinterRowProps) {
  const { name, enabled } = printer;
  const test = useWrite(printTestPage, { refreshes: [JOBS, PRINTERS] });

  async function print() {
    try {
      if (await test.run(printer.id)) toast(words.tested, name);
    } catch (error) {
      toastError(words.testFailed, reasonOf(error));
    }
  }

  return (
    <li>
      <div className="grow stack">
        <div className="row">
          <span className="grow">
            <span className="name">{name}</span>
            <small>{printer.url}</small>
            <small>{rolesOf(printer)}</small>
            <small>{seenOf(state)}</small>
            {state && troubleOf(state) && state.error && <small className="problem">{state.error}</small>}
          </span>
          <Badge status={toneOf(state?.status ?? 'unknown')}>
            {formatStatus(state?.status ?? 'unknown')}
          </Badge>
        </div>
        <div className="row deeds">
          <ActionButton
            type="button"
            className="secondary small grow"
            aria-label={words.testName(name)}
            pending={test.pending}
            waiting={test.waiting}
            onClick={() => void print()}
          >
            {words.test}
          </ActionButton>
          <button
            type="button"
            className="secondary small grow"
            aria-label={enabled ? words.pauseName(name) : words.resumeName(name)}
            disabled={busy}
            onClick={onPause}
          >
            {enabled ? words.pause : words.resume}
          </button>
          <button type="button" className="quiet icon-only" aria-label={words.edit(name)} onClick={onEdit}>
            <Pencil />
          </button>
          <button
            type="button"
            className="quiet icon-only"
            aria-label={words.remove(name)}
            onClick={onRemove}
          >
            <Trash2 />
          </button>
        </div>
      </div>
    </li>
  );
}

function seenOf(state: Printer | undefined): string {
  if (!state) return '';
  const seen = state.lastSeenAt ? words.seen(formatDateTime(state.lastSeenAt)) : words.neverSeen;
  return state.queued > 0 ? `${seen} · ${words.waiting(state.queued)}` : seen;
}
