/** A setting of two or three ways: its name, the segments, and a hint. */
import { Choices } from '../../ui/form/Choices';

interface SegmentsProps<V extends string> {
  label: string;
  value: V;
  options: readonly { value: V; label: string; disabled?: boolean }[];
  hint?: string;
  error?: string;
  onValue: (value: V) => void;
}

export function Segments<V extends string>({ label, hint, error, ...choices }: SegmentsProps<V>) {
  return (
    <div className="stack tight">
      <b aria-hidden="true">{label}</b>
      <Choices<V> kind="segmented" label={label} {...choices} />
      {error && <small role="alert">{error}</small>}
      {hint && <small>{hint}</small>}
    </div>
  );
}
