/** Names that tables and fields of designs cannot have. */

/** Reserved words of SQLite and MariaDB, in lower case: https://sqlite.org/lang_keywords.html, https://mariadb.com/kb/en/reserved-words/. */
const WORDS = `
abort accessible action add after all alter always analyze and as asc asensitive attach autoincrement before begin between bigint binary
blob both by call cascade case cast change char character check collate column commit condition conflict constraint continue convert
create cross current current_date current_role current_time current_timestamp current_user cursor database databases day_hour
day_microsecond day_minute day_second dec decimal declare default deferrable deferred delayed delete desc describe detach deterministic
distinct distinctrow div do do_domain_ids double drop dual each else elseif enclosed end escape escaped except exclude exclusive exists
exit explain fail false fetch filter first float float4 float8 following for force foreign from full fulltext function general generated
glob grant group groups having high_priority hour_microsecond hour_minute hour_second if ignore ignore_domain_ids ignore_server_ids
immediate in index indexed infile initially inner inout insensitive insert instead int int1 int2 int3 int4 int8 integer intersect
interval into is isnull iterate join key keys kill last leading leave left like limit linear lines load localtime localtimestamp lock
long longblob longtext loop low_priority master_heartbeat_period master_ssl_verify_server_cert match materialized maxvalue mediumblob
mediumint mediumtext middleint minute_microsecond minute_second mod modifies natural no no_write_to_binlog not nothing notnull null
nulls numeric of offset on optimize option optionally or order others out outer outfile over page_checksum parse_vcol_expr partition
plan position pragma preceding precision primary procedure purge query raise range read read_write reads real recursive
ref_system_id references regexp reindex release rename repeat replace require resignal restrict return returning revoke right rlike
rollback row row_number rows savepoint schema schemas second_microsecond select sensitive separator set show signal slow smallint
spatial specific sql sql_big_result sql_calc_found_rows sql_small_result sqlexception sqlstate sqlwarning ssl starting
stats_auto_recalc stats_persistent stats_sample_pages straight_join table temp temporary terminated then ties tinyblob tinyint
tinytext to trailing transaction trigger true unbounded undo union unique unlock unsigned update usage use using utc_date utc_time
utc_timestamp vacuum values varbinary varchar varcharacter varying vector view virtual when where while window with without write xor
year_month zerofill`;
const SQL_WORDS: ReadonlySet<string> = new Set(WORDS.split(/\s+/).filter((word) => word !== ''));

/** Whether a name is a reserved word of SQLite or MariaDB, or belongs to a database's own tables. */
export const isReservedWord = (name: string): boolean =>
  SQL_WORDS.has(name) || /^(?:sqlite|mysql|information_schema|performance_schema|sys)(?:_|$)/.test(name);
