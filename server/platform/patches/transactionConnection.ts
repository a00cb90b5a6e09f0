import type { Transaction } from 'sequelize';

/**
 * The driver connection of a Sequelize transaction. Sequelize 6 stores it in the undeclared property `connection`; our transactions run their
 * own SQL on it, without Sequelize's query builder.
 * @param isConnection Recognizes the connections that our driver module creates.
 * @param findConnection The public way, for a Sequelize that stores the connection elsewhere: finds it among those that our driver module created.
 * @throws When neither way leads to a connection.
 */
export function transactionConnection<T>(
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
