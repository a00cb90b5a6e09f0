/** Icons of offices, numbers and data, with the Chinese words that find them. */
import AddBusiness from '@mui/icons-material/AddBusinessOutlined';
import AlternateEmail from '@mui/icons-material/AlternateEmailOutlined';
import Analytics from '@mui/icons-material/AnalyticsOutlined';
import Archive from '@mui/icons-material/ArchiveOutlined';
import Assessment from '@mui/icons-material/AssessmentOutlined';
import Assignment from '@mui/icons-material/AssignmentOutlined';
import AssignmentInd from '@mui/icons-material/AssignmentIndOutlined';
import AttachMoney from '@mui/icons-material/AttachMoneyOutlined';
import AutoAwesome from '@mui/icons-material/AutoAwesomeOutlined';
import Balance from '@mui/icons-material/BalanceOutlined';
import BarChart from '@mui/icons-material/BarChartOutlined';
import Bolt from '@mui/icons-material/BoltOutlined';
import Book from '@mui/icons-material/BookOutlined';
import Bookmark from '@mui/icons-material/BookmarkOutlined';
import BugReport from '@mui/icons-material/BugReportOutlined';
import Build from '@mui/icons-material/BuildOutlined';
import BusinessCenter from '@mui/icons-material/BusinessCenterOutlined';
import Cached from '@mui/icons-material/CachedOutlined';
import Calculate from '@mui/icons-material/CalculateOutlined';
import CalendarMonth from '@mui/icons-material/CalendarMonthOutlined';
import Call from '@mui/icons-material/CallOutlined';
import Campaign from '@mui/icons-material/CampaignOutlined';
import CardGiftcard from '@mui/icons-material/CardGiftcardOutlined';
import Chat from '@mui/icons-material/ChatOutlined';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Cloud from '@mui/icons-material/CloudOutlined';
import CloudDownload from '@mui/icons-material/CloudDownloadOutlined';
import CloudUpload from '@mui/icons-material/CloudUploadOutlined';
import Comment from '@mui/icons-material/CommentOutlined';
import ContactMail from '@mui/icons-material/ContactMailOutlined';
import ContactPhone from '@mui/icons-material/ContactPhoneOutlined';
import ContentCopy from '@mui/icons-material/ContentCopyOutlined';
import ContentCut from '@mui/icons-material/ContentCutOutlined';
import CreditCard from '@mui/icons-material/CreditCardOutlined';
import CurrencyExchange from '@mui/icons-material/CurrencyExchangeOutlined';
import DataObject from '@mui/icons-material/DataObjectOutlined';
import Dataset from '@mui/icons-material/DatasetOutlined';
import Delete from '@mui/icons-material/DeleteOutlined';
import DeveloperMode from '@mui/icons-material/DeveloperModeOutlined';
import Discount from '@mui/icons-material/DiscountOutlined';
import Dns from '@mui/icons-material/DnsOutlined';
import Domain from '@mui/icons-material/DomainOutlined';
import DoneAll from '@mui/icons-material/DoneAllOutlined';
import Download from '@mui/icons-material/DownloadOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import Email from '@mui/icons-material/EmailOutlined';
import Engineering from '@mui/icons-material/EngineeringOutlined';
import Error from '@mui/icons-material/ErrorOutlined';
import Event from '@mui/icons-material/EventOutlined';
import FactCheck from '@mui/icons-material/FactCheckOutlined';
import Feedback from '@mui/icons-material/FeedbackOutlined';
import FileCopy from '@mui/icons-material/FileCopyOutlined';
import FilterList from '@mui/icons-material/FilterListOutlined';
import Fingerprint from '@mui/icons-material/FingerprintOutlined';
import Flag from '@mui/icons-material/FlagOutlined';
import Forum from '@mui/icons-material/ForumOutlined';
import Functions from '@mui/icons-material/FunctionsOutlined';
import Gavel from '@mui/icons-material/GavelOutlined';
import Grade from '@mui/icons-material/GradeOutlined';
import Grading from '@mui/icons-material/GradingOutlined';
import Help from '@mui/icons-material/HelpOutlineOutlined';
import Hub from '@mui/icons-material/HubOutlined';
import Http from '@mui/icons-material/HttpOutlined';
import InsertChart from '@mui/icons-material/InsertChartOutlined';
import Insights from '@mui/icons-material/InsightsOutlined';
import IntegrationInstructions from '@mui/icons-material/IntegrationInstructionsOutlined';
import Layers from '@mui/icons-material/LayersOutlined';
import Leaderboard from '@mui/icons-material/LeaderboardOutlined';
import Lightbulb from '@mui/icons-material/LightbulbOutlined';
import Lock from '@mui/icons-material/LockOutlined';
import LockOpen from '@mui/icons-material/LockOpenOutlined';
import Loyalty from '@mui/icons-material/LoyaltyOutlined';
import Mail from '@mui/icons-material/MailOutlined';
import ManageAccounts from '@mui/icons-material/ManageAccountsOutlined';
import MarkEmailRead from '@mui/icons-material/MarkEmailReadOutlined';
import Memory from '@mui/icons-material/MemoryOutlined';
import Money from '@mui/icons-material/MoneyOutlined';
import Notifications from '@mui/icons-material/NotificationsOutlined';
import Paid from '@mui/icons-material/PaidOutlined';
import PendingActions from '@mui/icons-material/PendingActionsOutlined';
import Percent from '@mui/icons-material/PercentOutlined';
import PieChart from '@mui/icons-material/PieChartOutlined';
import PointOfSale from '@mui/icons-material/PointOfSaleOutlined';
import PriceCheck from '@mui/icons-material/PriceCheckOutlined';
import Print from '@mui/icons-material/PrintOutlined';
import Psychology from '@mui/icons-material/PsychologyOutlined';
import QrCode from '@mui/icons-material/QrCodeOutlined';
import QueryStats from '@mui/icons-material/QueryStatsOutlined';
import Receipt from '@mui/icons-material/ReceiptOutlined';
import ReceiptLong from '@mui/icons-material/ReceiptLongOutlined';
import Redeem from '@mui/icons-material/RedeemOutlined';
import Report from '@mui/icons-material/ReportOutlined';
import RequestQuote from '@mui/icons-material/RequestQuoteOutlined';
import RocketLaunch from '@mui/icons-material/RocketLaunchOutlined';
import Rule from '@mui/icons-material/RuleOutlined';
import Save from '@mui/icons-material/SaveOutlined';
import Savings from '@mui/icons-material/SavingsOutlined';
import Schedule from '@mui/icons-material/ScheduleOutlined';
import Schema from '@mui/icons-material/SchemaOutlined';
import Science from '@mui/icons-material/ScienceOutlined';
import Search from '@mui/icons-material/SearchOutlined';
import Sell from '@mui/icons-material/SellOutlined';
import Send from '@mui/icons-material/SendOutlined';
import Shield from '@mui/icons-material/ShieldOutlined';
import ShoppingBag from '@mui/icons-material/ShoppingBagOutlined';
import ShoppingCart from '@mui/icons-material/ShoppingCartOutlined';
import Sort from '@mui/icons-material/SortOutlined';
import Speed from '@mui/icons-material/SpeedOutlined';
import Storage from '@mui/icons-material/StorageOutlined';
import Store from '@mui/icons-material/StoreOutlined';
import Storefront from '@mui/icons-material/StorefrontOutlined';
import SupportAgent from '@mui/icons-material/SupportAgentOutlined';
import Sync from '@mui/icons-material/SyncOutlined';
import TableChart from '@mui/icons-material/TableChartOutlined';
import Task from '@mui/icons-material/TaskOutlined';
import ThumbUp from '@mui/icons-material/ThumbUpOutlined';
import Timeline from '@mui/icons-material/TimelineOutlined';
import Toll from '@mui/icons-material/TollOutlined';
import Translate from '@mui/icons-material/TranslateOutlined';
import TrendingUp from '@mui/icons-material/TrendingUpOutlined';
import Upload from '@mui/icons-material/UploadOutlined';
import Verified from '@mui/icons-material/VerifiedOutlined';
import VpnKey from '@mui/icons-material/VpnKeyOutlined';
import Warning from '@mui/icons-material/WarningOutlined';
import Webhook from '@mui/icons-material/WebhookOutlined';
import Widgets from '@mui/icons-material/WidgetsOutlined';
import Work from '@mui/icons-material/WorkOutlined';
import Workspaces from '@mui/icons-material/WorkspacesOutlined';
import type { IconSet } from './iconSet';

export const workIcons: IconSet = {
  add_business: [AddBusiness, '开店 新增企业'],
  alternate_email: [AlternateEmail, '邮箱 地址'],
  analytics: [Analytics, '分析 统计'],
  archive: [Archive, '归档 存档'],
  assessment: [Assessment, '评估 报表'],
  assignment: [Assignment, '任务 作业'],
  assignment_ind: [AssignmentInd, '负责人 工牌'],
  attach_money: [AttachMoney, '金额 钱'],
  auto_awesome: [AutoAwesome, '智能 闪光'],
  balance: [Balance, '天平 平衡'],
  bar_chart: [BarChart, '柱状图 图表'],
  bolt: [Bolt, '闪电 快速'],
  book: [Book, '书 图书'],
  bookmark: [Bookmark, '书签 收藏'],
  bug_report: [BugReport, '缺陷 故障'],
  build: [Build, '工具 构建'],
  business_center: [BusinessCenter, '公文包 商务'],
  cached: [Cached, '刷新 缓存'],
  calculate: [Calculate, '计算器 计算'],
  calendar_month: [CalendarMonth, '日历 日期'],
  call: [Call, '电话 呼叫'],
  campaign: [Campaign, '活动 宣传'],
  card_giftcard: [CardGiftcard, '礼品卡 礼物'],
  chat: [Chat, '聊天 消息'],
  check_circle: [CheckCircle, '完成 成功'],
  cloud: [Cloud, '云'],
  cloud_download: [CloudDownload, '云下载'],
  cloud_upload: [CloudUpload, '云上传'],
  comment: [Comment, '评论'],
  contact_mail: [ContactMail, '联系 邮件'],
  contact_phone: [ContactPhone, '联系 电话'],
  content_copy: [ContentCopy, '复制'],
  content_cut: [ContentCut, '剪切'],
  credit_card: [CreditCard, '信用卡 银行卡'],
  currency_exchange: [CurrencyExchange, '汇率 兑换'],
  data_object: [DataObject, '数据 对象'],
  dataset: [Dataset, '数据集'],
  delete: [Delete, '删除 回收站'],
  developer_mode: [DeveloperMode, '开发'],
  discount: [Discount, '折扣 优惠'],
  dns: [Dns, '服务器 域名'],
  domain: [Domain, '企业 大厦'],
  done_all: [DoneAll, '全部完成'],
  download: [Download, '下载'],
  edit: [Edit, '编辑 修改'],
  email: [Email, '邮件'],
  engineering: [Engineering, '工程师'],
  error: [Error, '错误'],
  event: [Event, '事件 日程'],
  fact_check: [FactCheck, '核对 审核'],
  feedback: [Feedback, '反馈'],
  file_copy: [FileCopy, '文件 副本'],
  filter_list: [FilterList, '筛选'],
  fingerprint: [Fingerprint, '指纹'],
  flag: [Flag, '旗帜 标记'],
  forum: [Forum, '论坛 讨论'],
  functions: [Functions, '函数 求和'],
  gavel: [Gavel, '法律 拍卖'],
  grade: [Grade, '评分 等级'],
  grading: [Grading, '批改 评审'],
  hub: [Hub, '中心 网络'],
  http: [Http, '网络协议'],
  insert_chart: [InsertChart, '图表'],
  insights: [Insights, '洞察 趋势'],
  integration_instructions: [IntegrationInstructions, '集成 接口'],
  layers: [Layers, '图层'],
  leaderboard: [Leaderboard, '排行榜'],
  lightbulb: [Lightbulb, '灯泡 创意'],
  lock: [Lock, '锁 加密'],
  lock_open: [LockOpen, '解锁'],
  loyalty: [Loyalty, '会员 忠诚'],
  mail: [Mail, '信件'],
  manage_accounts: [ManageAccounts, '账号管理'],
  mark_email_read: [MarkEmailRead, '已读邮件'],
  memory: [Memory, '芯片 内存'],
  money: [Money, '现金'],
  notifications: [Notifications, '通知 铃铛'],
  paid: [Paid, '已付 支付'],
  pending_actions: [PendingActions, '待办'],
  percent: [Percent, '百分比'],
  pie_chart: [PieChart, '饼图'],
  point_of_sale: [PointOfSale, '收银'],
  price_check: [PriceCheck, '核价'],
  print: [Print, '打印'],
  psychology: [Psychology, '思维 心理'],
  qr_code: [QrCode, '二维码'],
  query_stats: [QueryStats, '查询 统计'],
  receipt: [Receipt, '收据 发票'],
  receipt_long: [ReceiptLong, '账单'],
  redeem: [Redeem, '兑换 奖品'],
  report: [Report, '举报 报告'],
  request_quote: [RequestQuote, '报价'],
  rocket_launch: [RocketLaunch, '发射 上线'],
  rule: [Rule, '规则'],
  save: [Save, '保存'],
  savings: [Savings, '储蓄'],
  schedule: [Schedule, '时间 计划'],
  schema: [Schema, '结构 架构'],
  science: [Science, '实验 科学'],
  search: [Search, '搜索'],
  sell: [Sell, '标签 出售'],
  send: [Send, '发送'],
  shield: [Shield, '盾牌 防护'],
  shopping_bag: [ShoppingBag, '购物袋'],
  shopping_cart: [ShoppingCart, '购物车'],
  sort: [Sort, '排序'],
  speed: [Speed, '速度 性能'],
  storage: [Storage, '存储'],
  store: [Store, '商店'],
  storefront: [Storefront, '店面'],
  help: [Help, '帮助 问题'],
  support_agent: [SupportAgent, '客服'],
  sync: [Sync, '同步'],
  table_chart: [TableChart, '表格'],
  task: [Task, '任务'],
  thumb_up: [ThumbUp, '点赞'],
  timeline: [Timeline, '时间线'],
  toll: [Toll, '积分'],
  translate: [Translate, '翻译'],
  trending_up: [TrendingUp, '增长'],
  upload: [Upload, '上传'],
  verified: [Verified, '认证'],
  vpn_key: [VpnKey, '密钥'],
  warning: [Warning, '警告'],
  webhook: [Webhook, '回调'],
  widgets: [Widgets, '组件'],
  work: [Work, '工作'],
  workspaces: [Workspaces, '工作区'],
};
