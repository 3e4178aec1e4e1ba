/** On/off switch with its label. */
interface SwitchProps {
  name: string;
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChecked: (checked: boolean) => void;
}

export function Switch({ name, label, checked, disabled, onChecked }: SwitchProps) {
  return (
    <label className="row switch">
      <input
        type="checkbox"
        role="switch"
        name={name}
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChecked(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}
