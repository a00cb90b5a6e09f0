import type { Transaction } from 'sequelize';

/**
 * The driver connection of a Sequelize transaction. Sequelize 6 stores it in the undeclared property `connection`; our transactions run their
 * own SQL on it, without Sequelize's query builder.
 * @param isConnection Recognizes the connections that our driver module creates.
 * @param findConnection Fallback for a Sequelize without that property: finds the connection among those that our driver module created.
 * @throws When both find no connection.
 */
export function getTransactionConnection<T>(
  transaction: Transaction,
  isConnection: (value: unknown) => value is T,
  findConnection: () => T | undefined = () => undefined,
): T {
  const { connection } = transaction as { readonly connection?: unknown };
  if (isConnection(connection)) return connection;
  const found = findConnection();
  if (found === undefined) throw new Error('this version of Sequelize does not show the connection of a transaction');
  return found;
}
