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

/** The links to the screens, in their order. */
export const links = {
  quick: { title: 'Quick Service', lead: 'Sell over the counter' },
  tables: { title: 'Table Service', lead: 'Orders and tables' },
  credit: { title: 'Customer Credit', lead: 'Who owes what' },
  drawer: { title: 'Drawer', lead: 'Count it, pay out, hand over' },
  menu: { title: 'Customer Menu', lead: 'With table QR codes' },
};
