/** The fields of the create and edit product forms, with Cancel and submit. */
import { type FormEvent, lazy, type ReactNode, Suspense, useLayoutEffect, useRef } from 'react';
import { useBox } from '../../../api/box';
import { CATEGORIES } from '../../../api/categories';
import type { Chain } from '../../../api/types';
import { ownedChoice, ownedText } from '../../../parts/head-office/owned';
import { levelText } from '../../../parts/stock/amount';
import { LongForm } from '../../../ui/dialog/LongForm';
import { useTakeOverFocus } from '../../../ui/dialog/useTakeOverFocus';
import { TextField } from '../../../ui/form/Field';
import { FormButtons } from '../../../ui/form/FormButtons';
import { NumberField } from '../../../ui/form/NumberField';
import { SelectField } from '../../../ui/form/SelectField';
import { Switch } from '../../../ui/form/Switch';
import { TextAreaField } from '../../../ui/form/TextAreaField';
import { details } from '../detailStrings';
import {
  type FormErrors,
  hasStockField,
  type ProductForm,
  parseStock,
  type Typed,
} from '../rules/productForm';
import { measureOf } from '../rules/stockDetails';
import { form as words } from '../strings';
import { BarcodeField } from './BarcodeField';
import { BothPrices } from './BothPrices';
import { StockDetails } from './details/StockDetails';
import { PriceField } from './PriceField';
import { SectionField } from './SectionField';

/** For bars with tax. */
const TaxClassField = lazy(() => import('./TaxClassField'));

interface ProductFieldsProps {
  isNew?: boolean;
  /** The product; undefined for a new one. */
  own?: number;
  /** Its link to head office; undefined for a new product. */
  chain?: Chain | null;
  /** Discards what was typed. */
  kept: ReactNode;
  form: ProductForm;
  errors: FormErrors;
  problem: string | null;
  onType: (change: Typed) => void;
  pending: boolean;
  waiting: boolean;
  submitLabel: string;
  pendingLabel: string;
  onSubmit: (event: FormEvent) => void;
  onCancel: () => void;
}

export function ProductFields(props: ProductFieldsProps) {
  const { isNew = false, chain = null, form, errors, problem, onType, pending, waiting } = props;
  const linked = { chain };
  const element = useFormFocus(errors);
  const box = useBox();

  return (
    <LongForm
      formRef={element}
      problem={problem}
      onSubmit={props.onSubmit}
      footer={
        <FormButtons
          submit={props.submitLabel}
          pendingLabel={props.pendingLabel}
          pending={pending}
          waiting={waiting}
          cancel={words.cancel}
          onCancel={props.onCancel}
        />
      }
    >
      {props.kept}
      <TextField
        label={words.name}
        name="name"
        autoComplete="off"
        value={form.name}
        error={errors.name}
        {...ownedText(linked, 'name')}
        onValue={(name) => onType({ name })}
      />
      <TextField
        label={words.brand}
        name="brand"
        autoComplete="off"
        value={form.brand}
        error={errors.brand}
        {...ownedText(linked, 'brand')}
        onValue={(brand) => onType({ brand })}
      />
      <BarcodeField
        value={form.barcode}
        error={errors.barcode}
        owned={ownedText(linked, 'barcode')}
        onValue={(barcode) => onType({ barcode })}
      />
      {isNew ? (
        <PriceField form={form} error={errors.price} onType={onType} />
      ) : (
        <BothPrices form={form} errors={errors} chain={chain} onType={onType} />
      )}
      <div className="amounts">
        {hasStockField(form) && (
          <NumberField
            label={words.stock}
            name="stock"
            inputMode="numeric"
            value={form.stock}
            error={errors.stock}
            hint={stockHint(form)}
            onValue={(stock) => onType({ stock })}
          />
        )}
        <SelectField
          label={words.category}
          name="category"
          value={form.category}
          options={CATEGORIES}
          error={errors.category}
          {...ownedChoice(linked, 'category')}
          onValue={(category) => onType({ category })}
        />
      </div>
      <SectionField
        category={form.category}
        value={form.section}
        error={errors.section}
        onValue={(section) => onType({ section })}
      />
      {box?.tax && (
        <Suspense fallback={null}>
          <TaxClassField
            category={form.category}
            value={form.taxClass}
            error={errors.taxClass}
            owned={ownedChoice(linked, 'taxClass')}
            onValue={(taxClass) => onType({ taxClass })}
          />
        </Suspense>
      )}
      <Switch
        name="isAvailable"
        label={words.available}
        checked={form.isAvailable}
        onChecked={(isAvailable) => onType({ isAvailable })}
      />
      <TextAreaField
        label={words.description}
        name="description"
        rows={2}
        value={form.description}
        error={errors.description}
        {...ownedText(linked, 'description')}
        onValue={(description) => onType({ description })}
      />
      <StockDetails form={form} errors={errors} onType={onType} own={props.own} />
    </LongForm>
  );
}

/** How a level reads that is not a plain number of pieces: `= 6 × bottle + 300 ml` */
function stockHint(form: ProductForm): string | undefined {
  const measured = measureOf(form);
  return measured ? details.reads(levelText(measured, parseStock(form.stock))) : undefined;
}

/** Moves the focus into the form when it replaces the focused view, and to the first invalid field on errors. */
function useFormFocus(errors: FormErrors) {
  const form = useRef<HTMLFormElement>(null);
  useTakeOverFocus(form);
  useLayoutEffect(() => {
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    invalid?.focus({ preventScroll: true });
    // Centred, so that its label shows and the buttons at the bottom do not cover it.
    invalid?.scrollIntoView({ block: 'center' });
  }, [errors]);
  return form;
}
