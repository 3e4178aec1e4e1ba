/** The receipt dialog: showing, printing, downloading and sharing a receipt. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/http/query';
import { fakeServer, refusal } from '../../test/fakeServer';
import { signInAs } from '../../test/people';
import { FULL_RECEIPT } from '../../test/receipts';
import { Toaster } from '../../ui/feedback/Toaster';
import { dismissToast } from '../../ui/feedback/toast';
import ReceiptDialog from './ReceiptDialog';
import { receiptText } from './receiptText';

const NUMBER = FULL_RECEIPT.receiptNumber;
/** The shared text: the receipt, and the address of its public page. */
const SHARED = `${receiptText(FULL_RECEIPT)}\nhttp://192.168.8.1/r/a1B2`;
const PRINTER = { id: 1, name: 'Bar', status: 'ready' };

function open(more: Parameters<typeof fakeServer>[0] = {}) {
  const requests = fakeServer({
    [`GET /api/receipts/${NUMBER}`]: { body: FULL_RECEIPT },
    'GET /api/printers': { body: [] },
    ...more,
  });
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={queryClient}>
      <ReceiptDialog receiptNumber={NUMBER} onClose={onClose} />
      <Toaster />
    </QueryClientProvider>,
  );
  return { requests, onClose };
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  queryClient.clear();
  dismissToast();
  signInAs('bartender');
});

it('shows the business, the items, the totals and the seller', async () => {
  const { onClose } = open();
  expect(await screen.findByText('Sunset Bar & Grill')).toBeTruthy();
  expect(screen.getByRole('dialog', { name: 'Digital Receipt' }).textContent).toContain(NUMBER);
  expect(screen.getByRole('row', { name: /4 × Club Beer @ \$2\.00/ }).textContent).toContain('$8.00');
  for (const text of ['$14.00', 'L$2,660', '$8.00 + L$1,140', '1 USD = 190 LRD', 'Served by Musu'])
    expect(screen.getByText(text)).toBeTruthy();
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(onClose).toHaveBeenCalled();
});

it('prints with the browser when the box has no printer', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  open();
  await press('Print');
  expect(print).toHaveBeenCalledOnce();
});

it('prints on the box when it has a printer, and offers this device too', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const { requests } = open({
    'GET /api/printers': { body: [PRINTER] },
    [`POST /api/receipts/${NUMBER}/print`]: { status: 202, body: { id: 1 } },
  });
  await screen.findByRole('button', { name: 'On this device' });
  await press('Print');
  expect(await screen.findByText('Sent to the printer')).toBeTruthy();
  expect(requests.filter(({ path }) => path.endsWith('/print'))).toHaveLength(1);
  expect(print).not.toHaveBeenCalled();
  await press('On this device');
  expect(print).toHaveBeenCalledOnce();
});

it('shows why it was not printed', async () => {
  open({
    'GET /api/printers': { body: [PRINTER] },
    [`POST /api/receipts/${NUMBER}/print`]: refusal(409, 'conflict', 'No printer is set up'),
  });
  await screen.findByRole('button', { name: 'On this device' });
  await press('Print');
  expect(await screen.findByText('The receipt could not be printed')).toBeTruthy();
  expect(screen.getByText('No printer is set up')).toBeTruthy();
});

it('shows the phone number of the bar as it was typed, as on paper', async () => {
  const businessInfo = { ...FULL_RECEIPT.businessInfo, phone: '0886 123 456' };
  open({ [`GET /api/receipts/${FULL_RECEIPT.receiptNumber}`]: { body: { ...FULL_RECEIPT, businessInfo } } });
  expect(await screen.findByText('0886 123 456')).toBeTruthy();
});

it('is shared by the phone', async () => {
  const share = vi.fn().mockResolvedValue(undefined);
  vi.stubGlobal('navigator', { share });
  open();
  await press('Share');
  expect(share).toHaveBeenCalledWith({ title: `Receipt ${NUMBER}`, text: SHARED });
});

it('is copied where the browser cannot share', async () => {
  vi.stubGlobal('navigator', {});
  let selected = '';
  document.execCommand = () => {
    const area = document.querySelector<HTMLTextAreaElement>('dialog textarea');
    selected = area?.value ?? '';
    area?.dispatchEvent(new Event('copy', { bubbles: true }));
    return true;
  };
  open();
  await press('Share');
  expect((await screen.findByRole('alert')).textContent).toBe('Receipt copied to clipboard!');
  expect(selected).toBe(SHARED);
});

it('shows its text selected where the browser cannot copy', async () => {
  vi.stubGlobal('navigator', {});
  // Returns true, as some browsers do, and copies nothing.
  document.execCommand = () => true;
  open();
  await press('Share');
  const area = (await screen.findByLabelText('Receipt as text')) as HTMLTextAreaElement;
  expect(area.value).toBe(SHARED);
  expect(area.selectionEnd).toBe(area.value.length);
  expect(screen.queryByText('Receipt copied to clipboard!')).toBeNull();
});

it('is downloaded as a text file', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:x';
  });
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  open();
  await press('Download');
  expect(names).toEqual([`receipt-${NUMBER}.txt`]);
  expect(await saved[0]?.text()).toBe(receiptText(FULL_RECEIPT));
});

it('reports a loading error, and can be loaded again', async () => {
  let broken = true;
  open({
    [`GET /api/receipts/${NUMBER}`]: () =>
      broken ? refusal(404, 'not_found', 'No') : { body: FULL_RECEIPT },
  });
  expect(await screen.findByText('Error')).toBeTruthy();
  expect(screen.getByText('Failed to load receipt details')).toBeTruthy();
  broken = false;
  await press('Try again');
  await waitFor(() => expect(screen.getByText('Sunset Bar & Grill')).toBeTruthy());
});

it('shows the code of the receipt, large, and leads back', async () => {
  open();
  await press('Show code');
  const code = await screen.findByRole('img', { name: 'Code of this receipt' });
  expect(code.getAttribute('src')).toBe(`/api/receipts/${NUMBER}/qr`);
  fireEvent.error(code);
  expect(await screen.findByText('The code could not be loaded')).toBeTruthy();
  await press('Try again');
  expect(await screen.findByRole('img', { name: 'Code of this receipt' })).toBeTruthy();
  await press('Back to the receipt');
  expect(await screen.findByText('Sunset Bar & Grill')).toBeTruthy();
});

it('opens Correct Method with the payments of the receipt, for managers', async () => {
  open();
  await screen.findByRole('button', { name: /Share/ });
  expect(screen.queryByRole('button', { name: 'Correct Method' })).toBeNull();
  cleanup();
  signInAs('manager');
  const { requests } = open({ [`GET /api/payments?receiptNumber=${NUMBER}`]: { body: [] } });
  await press('Correct Method');
  expect((await screen.findByRole('dialog', { name: 'Correct Method' })).textContent).toContain(NUMBER);
  await waitFor(() =>
    expect(requests.map(({ path }) => path)).toContain(`/api/payments?receiptNumber=${NUMBER}`),
  );
});

it('says what a part payment left open', async () => {
  const displayOpen = 'Received L$500. Still owed $5.37 / L$1,020.';
  const totals = { ...FULL_RECEIPT.totals, displayOpen, displayOnAccount: 'L$120' };
  open({ [`GET /api/receipts/${NUMBER}`]: { body: { ...FULL_RECEIPT, totals } } });
  expect(await screen.findByText(displayOpen)).toBeTruthy();
  expect(screen.getByText('On account')).toBeTruthy();
});

it('takes a buyer until the fiscal device has signed the receipt, and shows its signature', async () => {
  const taxRows = [
    {
      label: 'GST 13 %',
      kind: 'taxed',
      mode: 'included',
      currency: 'USD',
      net: '1.77',
      tax: '0.23',
      gross: '2.00',
    },
  ];
  const mark = { documentId: NUMBER, error: null, status: 'to_sign', signed: null };
  const path = `GET /api/receipts/${NUMBER}`;
  open({ [path]: { body: { ...FULL_RECEIPT, taxRows, fiscal: mark } } });
  expect(await screen.findByText('Fiscal signature pending')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Add Buyer' })).toBeTruthy();
  cleanup();
  queryClient.clear();
  const signed = { deviceId: 'VSD-01', number: '451', signature: 'c2ln', qr: null, at: 'now' };
  open({ [path]: { body: { ...FULL_RECEIPT, taxRows, fiscal: { ...mark, status: 'signed', signed } } } });
  for (const text of ['Fiscal device VSD-01', 'No. 451', 'c2ln'])
    expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add Buyer' })).toBeNull();
});
