/** Words of the bartender's dashboard. */
export const words = {
  title: 'Bartender Dashboard',
  welcome: (name: string) => `Welcome, ${name}`,
  logout: 'Logout',
  outOfStock: 'Out of Stock',
  lowStock: 'Low Stock',
  pending: 'Pending Orders',
  sales: "Today's Sales",
  loadFailed: 'The figures could not be loaded',
  links: 'Go to',
  recent: 'Recent Orders',
  noOrders: 'No orders yet',
  noTable: 'No table',
  items: (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`,
};

export const LINKS = {
  quick: { href: '/bartender', title: 'Quick Service', lead: 'Sell over the counter' },
  tables: { href: '/table-service', title: 'Table Service', lead: 'Orders and tables' },
  credit: { href: '/credit', title: 'Customer Credit', lead: 'Who owes what' },
  drawer: { href: '/drawer', title: 'Drawer', lead: 'Count it, pay out, hand over' },
  menu: { href: '/customer-menu', title: 'Customer Menu', lead: 'With table QR codes' },
};
