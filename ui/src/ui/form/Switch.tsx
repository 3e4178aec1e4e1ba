/** On/off switch with its label. It moves at the tap, and back if what the tap began ends without a change. */
import { useState } from 'react';

interface SwitchProps {
  name: string;
  label: string;
  checked: boolean;
  disabled?: boolean;
  /** May return the work that the tap begins, as a promise that does not reject: until it ends the switch shows what is wanted. */
  onChecked: (checked: boolean) => unknown;
}

export function Switch({ name, label, checked, disabled, onChecked }: SwitchProps) {
  const [wanted, setWanted] = useState<boolean | null>(null);
  const shown = wanted ?? checked;

  function change(next: boolean) {
    const work = onChecked(next);
    if (!(work instanceof Promise)) return;
    setWanted(next);
    void work.finally(() => setWanted(null));
  }

  return (
    <label className="row switch">
      <input
        type="checkbox"
        role="switch"
        name={name}
        aria-checked={shown}
        checked={shown}
        disabled={disabled}
        onChange={(event) => change(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}
