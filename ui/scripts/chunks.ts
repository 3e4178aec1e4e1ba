/**
 * Which shared modules go into one file. By itself the bundler makes a file for each set of screens that share modules: hundreds of
 * files of a few hundred bytes, which compress badly and each cost a request.
 */

interface ModuleInfo {
  importers: readonly string[];
  dynamicImporters: readonly string[];
}
interface Graph {
  getModuleInfo(id: string): ModuleInfo | null;
}

const SHELL = 'src/app/Shell.tsx';
const GUEST_RECEIPT = 'src/features/receipts/GuestReceipt.tsx';
const QUICK_SERVICE = 'src/features/quick-service/QuickServiceScreen.tsx';
const TABLE_SERVICE = 'src/features/orders/TableServiceScreen.tsx';
/** The list of the table service, which comes after its tables. */
const ORDERS = 'src/features/orders/Orders.tsx';
const TABS = 'src/features/tabs/TabsScreen.tsx';
const TAB_PAYMENT = 'src/features/tabs/paying/PaymentDialog.tsx';
const INVENTORY = 'src/features/inventory/InventoryScreen.tsx';
/** What nearly every screen keeps, so that it comes with the shell. */
const KEPT = 'src/lib/state/draft.ts';
/** Forms, forms whose input is kept, and dialogs with one: small modules that come together. */
const FORMS = ['src/api/forms/useForm.ts', 'src/api/forms/refusal.ts'];
const DRAFTS = ['src/api/forms/useFormDraft.ts', 'src/ui/form/KeptInput.tsx', 'src/ui/feedback/Notice.tsx'];
const FORM_DIALOGS = [
  'src/api/forms/useDraftForm.ts',
  'src/ui/dialog/FormDialog.tsx',
  'src/ui/dialog/LongForm.tsx',
  'src/ui/form/FormButtons.tsx',
];
/** Figures of a night beside a usual one. */
const FIGURES = [
  'src/parts/nights/nights.ts',
  'src/parts/nights/useNightsBefore.ts',
  'src/ui/Figure.tsx',
  'src/ui/money/MoneyTable.tsx',
];
const ORDER_PICKER = 'src/features/orders/creation/PickerDialog.tsx';

/** The modules that are imported dynamically, such as screens, and need `id` statically. */
function entriesOf(id: string, graph: Graph): Set<string> {
  const entries = new Set<string>();
  const seen = new Set([id]);
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const info = graph.getModuleInfo(next);
    if (!info) continue;
    if (info.dynamicImporters.length > 0) entries.add(next);
    for (const importer of info.importers) {
      if (seen.has(importer)) continue;
      seen.add(importer);
      open.push(importer);
    }
  }
  return entries;
}

/**
 * The name of the file for a module, null for the bundler's own choice. What the shell loads on every screen of the staff, apart
 * from what a guest's receipt needs too; and of what the till loads: the code that is its own, and what it shares with the tables,
 * with every picker, with the tabs' payment, and with the lists that are searched.
 */
export function chunkOf(id: string, graph: Graph): string | null {
  // What is imported dynamically stays a file of its own: its exports are the file's.
  if (graph.getModuleInfo(id)?.dynamicImporters.length) return null;
  const entries = [...entriesOf(id, graph)];
  const needs = (entry: string) => entries.some((name) => name.endsWith(entry));
  if (id.endsWith(KEPT)) return 'shell';
  if (needs(SHELL)) return needs(GUEST_RECEIPT) ? 'base' : 'shell';
  const isOneOf = (modules: readonly string[]) => modules.some((name) => id.endsWith(name));
  if (isOneOf(FORMS)) return 'forms';
  if (isOneOf(DRAFTS)) return 'drafts';
  if (isOneOf(FORM_DIALOGS)) return 'form-dialogs';
  if (isOneOf(FIGURES)) return 'figures';
  if (!needs(QUICK_SERVICE)) return null;
  if (needs(GUEST_RECEIPT)) return 'base';
  // Its styles are not needed by other lists.
  if (id.endsWith('src/ui/money/ChangeDue.tsx')) return 'selling';
  if (needs(TABLE_SERVICE) || needs(ORDERS))
    return needs(TABS) || needs(TAB_PAYMENT) || needs(INVENTORY) ? 'lists' : 'selling';
  if (needs(INVENTORY)) return 'search';
  if (needs(TABS) || needs(TAB_PAYMENT)) return 'paying';
  if (needs(ORDER_PICKER)) return 'picker';
  return 'till';
}
