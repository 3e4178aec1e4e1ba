/** Sales by Customer: what one user sold to each customer in the period. */
import { keepPreviousData } from '@tanstack/react-query';
import { useGet } from '../../api/http/query';
import type { CustomerSales, UserSummary } from '../../api/types';
import { formatDateTime, formatMoney, formatPhone } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
import type { DateRange } from '../../parts/range/range';
import { Badge } from '../../ui/Badge';
import { Empty, Loaded, Skeleton } from '../../ui/feedback/States';
import { Revenue } from './Revenue';
import { userSalesUrl } from './range';
import { words } from './strings';

/** Products named per customer; the others are only counted. */
const PRODUCTS_NAMED = 3;

export function UserSalesDetails({ account, range }: { account: UserSummary; range: DateRange | null }) {
  const sales = useGet(userSalesUrl(account.userId, range), { placeholderData: keepPreviousData });
  return (
    <div className="stack">
      <div className="split">
        <h3>{words.byCustomer}</h3>
        <Badge status={account.userRole}>{account.userRole}</Badge>
      </div>
      {account.lastSaleDate && <small>{words.lastSale(formatDateTime(account.lastSaleDate))}</small>}
      <Loaded query={sales} errorText={words.userFailed} skeleton={<Skeleton count={2} height="3.5rem" />}>
        {({ summary, customerSales }) =>
          customerSales.length === 0 ? (
            <Empty text={words.noCustomers} />
          ) : (
            <>
              <p>
                {words.inPeriod(
                  formatMoney(fromServer(summary.totalRevenue), 'USD'),
                  words.sales(summary.totalSales),
                )}
              </p>
              <ul className="list">
                {customerSales.map((customer) => (
                  <Customer key={`${customer.customerName}_${customer.customerPhone}`} customer={customer} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </div>
  );
}

function Customer({ customer }: { customer: CustomerSales }) {
  const { customerName, customerPhone, totalSales, products } = customer;
  const facts = [customerPhone && formatPhone(customerPhone), words.sales(totalSales)];
  return (
    <li>
      <span className="grow">
        <span className="name">{customerName ?? words.walkIn}</span>
        <small>{facts.filter(Boolean).join(' · ')}</small>
        <small>{productsLine(products.map(({ productName }) => productName))}</small>
      </span>
      <Revenue sums={customer} />
    </li>
  );
}

/** `Club Beer, Pepper soup, Guinness +4`. */
export function productsLine(names: readonly string[]): string {
  const more = names.length - PRODUCTS_NAMED;
  return names.slice(0, PRODUCTS_NAMED).join(', ') + (more > 0 ? ` +${more}` : '');
}
