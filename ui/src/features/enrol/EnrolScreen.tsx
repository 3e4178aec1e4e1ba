/** /enrol: makes this phone one of the bar's devices, with a code from a manager. */
import { TabletSmartphone } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useForm } from '../../api/forms/useForm';
import { sendOnce } from '../../api/http/client';
import { messageOf, UnreachableError } from '../../api/http/error';
import { endSession } from '../../api/session';
import { loadTill, revokedStore, tillStore } from '../../api/till';
import type { Device } from '../../api/types';
import { useStore } from '../../lib/state/store';
import { useTitle } from '../../lib/useTitle';
import { ActionButton } from '../../ui/ActionButton';
import { Alert } from '../../ui/feedback/Alert';
import { TextField } from '../../ui/form/Field';
import { codeOf } from './code';
import { words } from './strings';
import './enrol.css';

export default function EnrolScreen() {
  useTitle(words.title);
  const [device, setDevice] = useState<Device | null>(null);
  return (
    <div className="login">
      <main className="enrol">
        {device ? <Enrolled device={device} /> : <EnrolForm onDone={setDevice} />}
      </main>
    </div>
  );
}

function EnrolForm({ onDone }: { onDone: (device: Device) => void }) {
  const [code, setCode] = useState(() => codeOf(location.hash));
  const [pending, setPending] = useState(false);
  const till = useStore(tillStore);
  // The code must not stay in the history.
  useLayoutEffect(() => {
    if (location.hash) history.replaceState(history.state, '', location.pathname);
  }, []);
  useEffect(() => void loadTill().catch(() => {}), []);

  const { formRef, errors, problem, onSubmit } = useForm<'code', Device>({
    pending,
    check: () => (code.trim() === '' ? { code: words.missing } : {}),
    async send() {
      setPending(true);
      try {
        const { device } = await sendOnce('/api/devices/enrol', { code: code.trim() });
        // The box has ended the session of this browser.
        endSession();
        await loadTill().catch(() => {});
        revokedStore.set(false);
        return device;
      } finally {
        setPending(false);
      }
    },
    onDone,
    onFail: (error) =>
      error instanceof UnreachableError ? words.unreachable : messageOf(error, words.failed),
  });

  return (
    <>
      <header>
        <span className="mark">
          <TabletSmartphone />
        </span>
        <h1 className="poster">{words.title}</h1>
        <p>{words.lead}</p>
      </header>
      <form ref={formRef} className="stack" noValidate onSubmit={onSubmit}>
        {till && <p>{words.is(till.device.name)}</p>}
        {problem && !errors.code && <Alert>{problem}</Alert>}
        <TextField
          label={words.code}
          name="code"
          className="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="7KQ2-M9XP"
          value={code}
          error={errors.code}
          onValue={setCode}
        />
        <ActionButton className="large wide" pending={pending} pendingLabel={words.pending}>
          {words.submit}
        </ActionButton>
      </form>
    </>
  );
}

function Enrolled({ device }: { device: Device }) {
  const [, navigate] = useLocation();
  const isTill = device.kind === 'till';
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => next.current?.focus(), []);
  return (
    <>
      <header>
        <span className="mark">
          <TabletSmartphone />
        </span>
        <h1 className="poster">
          <span role="status">{words.done(device.name)}</span>
        </h1>
        <p>{isTill ? words.doneLead : words.doneScreen}</p>
      </header>
      {isTill && (
        <button
          type="button"
          className="large wide"
          ref={next}
          onClick={() => navigate('/login', { replace: true })}
        >
          {words.signIn}
        </button>
      )}
    </>
  );
}
