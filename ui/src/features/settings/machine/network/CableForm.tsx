/** The form of the cable: the router gives the address, or the box has a fixed one. */
import { useFormDraft } from '../../../../api/forms/useFormDraft';
import type { BoxNetwork, NetworkChange } from '../../../../parts/machine/types';
import { TextField } from '../../../../ui/form/Field';
import { Segments } from '../../Segments';
import { form as words } from './strings';
import { TryForm } from './TryForm';
import { useChange } from './useChange';
import type { ViewProps } from './viewProps';

type From = 'router' | 'fixed';
type Values = ReturnType<typeof start>;
/** 255.255.255.0 */
const USUAL_BITS = 24;

const start = ({ fixed }: BoxNetwork) => ({
  from: (fixed ? 'fixed' : 'router') as From,
  address: fixed?.address ?? '',
  prefix: String(fixed?.prefix ?? USUAL_BITS),
  gateway: fixed?.gateway ?? '',
});

function bodyOf({ from, address, prefix, gateway }: Values): NetworkChange {
  return {
    fixed: from === 'router' ? null : { address, prefix: Number(prefix), gateway: gateway.trim() || null },
  };
}

export function CableForm({ network }: ViewProps) {
  const draft = useFormDraft<Values>('box-network:cable', start(network));
  const { values, type } = draft;
  const change = useChange(network, () => bodyOf(values), draft);
  const field = (name: 'address' | 'prefix' | 'gateway', label: string, hint?: string) => (
    <TextField
      label={label}
      name={name}
      inputMode={name === 'prefix' ? 'numeric' : 'decimal'}
      autoComplete="off"
      hint={hint}
      value={values[name]}
      error={change.errors[`fixed.${name}`]}
      onValue={(typed) => type({ [name]: typed })}
    />
  );
  return (
    <TryForm change={change} draft={draft}>
      <div className="card stack part">
        <Segments<From>
          label={words.from}
          value={values.from}
          options={[
            { value: 'router', label: words.router },
            { value: 'fixed', label: words.fixed },
          ]}
          hint={values.from === 'router' ? words.routerHint : undefined}
          onValue={(from) => type({ from })}
        />
        {values.from === 'fixed' && (
          <>
            {field('address', words.addressLabel)}
            {field('prefix', words.bits, words.bitsHint)}
            {field('gateway', words.gateway)}
          </>
        )}
      </div>
    </TryForm>
  );
}
