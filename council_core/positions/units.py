"""Units by their names, with the dimension that they measure and their exact multiple of the base unit."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """One unit."""

    dimension: str
    """Dimension; empty for a bare number."""

    factor: Fraction
    offset: Fraction = Fraction(0)
    """Amount added to reach the base unit: 0 °C is 273.15 K."""

    def in_base(self, value: Fraction) -> Fraction:
        """Convert a value in this unit to the base unit of its dimension."""
        return value * self.factor + self.offset


def _table() -> tuple[dict[str, Unit], dict[str, Unit]]:
    signs: dict[str, Unit] = {}
    words: dict[str, Unit] = {}
    for line in UNITS.strip().splitlines():
        dimension, factor, names = (part.strip() for part in line.split("|"))
        multiple, _, more = factor.partition("+")
        unit = Unit(
            dimension=dimension, factor=Fraction(multiple.strip()), offset=Fraction(more.strip() or 0)
        )
        for name in names.split(","):
            (words if name.strip().startswith("=") else signs)[name.strip().removeprefix("=")] = unit
    return signs, words


UNITS = """
length | 1/1000000000 | nm, =nanometre, =nanometer
length | 1/1000000 | μm, =micrometre, =micrometer, =mikrometer
length | 1/1000 | mm, =millimetre, =millimeter, =밀리미터
length | 1/100 | cm, =centimetre, =centimeter, =센티미터, =센티, =厘米
length | 1 | m, =metre, =meter, =미터, =米, =メートル
length | 1000 | km, =kilometre, =kilometer, =킬로미터, =公里, =キロメートル
length | 254/10000 | in, ", =inch, =inches, =인치
length | 3048/10000 | ft, ', =foot, =feet, =피트
length | 9144/10000 | yd, =yard, =야드
length | 1609344/1000 | mi, =mile, =마일
mass | 1/1000000 | μg, mcg, =microgram, =mikrogramm
mass | 1/1000 | mg, =milligram, =밀리그램
mass | 1 | g, =gram, =gramm, =그램, =克
mass | 1000 | kg, =kilogram, =kilogramm, =kilo, =킬로그램, =公斤
mass | 1000000 | t, =tonne, =톤, =吨
mass | 45359237/100000 | lb, lbs, =pound of mass
time | 1/1000000000 | ns, =nanosecond, =nanosekunde, =nanosekunden
time | 1/1000000 | μs, =microsecond, =mikrosekunde, =mikrosekunden
time | 1/1000 | ms, =millisecond, =millisekunde, =millisekunden, =밀리초
time | 1 | s, =sec, =second, =sekunde, =sekunden, =seconde, =segundo, =초, =秒
time | 60 | min, mins, =minute, =minuten, =minuto, =분, =分钟, =分
time | 3600 | h, hr, hrs, =hour, =stunde, =stunden, =heure, =hora, =시간, =小时, =時間
time | 86400 | d, =day, =tag, =tage, =tagen, =jour, =día, =días, =일, =天
time | 604800 | wk, =week, =woche, =wochen, =semaine, =semana, =주, =주일, =周
months | 1 | =month, =monat, =monate, =monaten, =mois, =mes, =meses, =개월, =달, =个月, =か月, =ヶ月
months | 12 | yr, yrs, =year, =jahr, =jahre, =jahren, =an, =année, =années, =año, =años, =년, =年
temperature | 1 + 27315/100 | °C, ℃, =degrees celsius, =degree celsius, =celsius, =grad celsius, =섭씨
temperature | 5/9 + 45967/180 | °F, ℉, =degrees fahrenheit, =degree fahrenheit, =fahrenheit, =화씨
temperature | 1 | K, =kelvin
angle | 1 | °, =degree, =도
data | 1 | B, =byte, =바이트
data | 1000 | kB, KB, =kilobyte
data | 1000000 | MB, =megabyte
data | 1000000000 | GB, =gigabyte, =기가바이트
data | 1000000000000 | TB, =terabyte
data | 1024 | KiB, =kibibyte
data | 1048576 | MiB, =mebibyte
data | 1073741824 | GiB, =gibibyte
data | 1099511627776 | TiB, =tebibyte
data | 1/8 | =bit
data | 125 | kb, kbit, =kilobit
data | 125000 | Mb, Mbit, =megabit
data | 125000000 | Gb, Gbit, =gigabit
speed | 1000/3600 | km/h, kph, kmh, =kilometers per hour, =kilometres per hour
speed | 1609344/3600000 | mph, mi/h, =miles per hour
speed | 1 | m/s, =meters per second, =metres per second
volume | 1/1000 | ml, mL, =millilitre, =milliliter, =밀리리터
volume | 1 | l, L, =litre, =liter, =리터, =升
volume | 1000 | m^3, m3, =cubic metre, =cubic meter
area | 1/10000 | cm^2, cm2, =square centimetre, =square centimeter
area | 1 | m^2, m2, =square metre, =square meter, =제곱미터
area | 10000 | ha, =hectare
area | 1000000 | km^2, km2, =square kilometre, =square kilometer
frequency | 1 | Hz, =hertz
frequency | 1000 | kHz
frequency | 1000000 | MHz
frequency | 1000000000 | GHz
power | 1/1000 | mW
power | 1 | W, =watt
power | 1000 | kW, =kilowatt
power | 1000000 | MW, =megawatt
energy | 1 | J, =joule
energy | 1000 | kJ
energy | 3600000 | kWh
voltage | 1 | V, =volt, =볼트
pressure | 1 | Pa, =pascal
pressure | 100 | hPa
pressure | 1000 | kPa
pressure | 100000 | bar
share | 1 | %, =percent, =per cent, =퍼센트, =프로, =prozent, =pour cent
US dollars | 1 | $, US$, USD, =dollar, =us dollar, =달러, =美元, =ドル
US dollars | 1/100 | =cent
euros | 1 | €, EUR, =euro, =유로, =欧元
pounds sterling | 1 | £, GBP
won | 1 | ₩, KRW, =won, =원
yen | 1 | JPY, =yen, =엔, =円
yuan | 1 | CNY, RMB, =yuan, =위안, =元
Swiss francs | 1 | CHF, =swiss franc, =franken
rupees | 1 | ₹, INR, =rupee
before Christ | 1 | BC, BCE, B.C., =bc, =bce
anno Domini | 1 | AD, CE, A.D., =ad, =ce
"""
"""One unit per line: dimension | multiple of the base, and what is added | its signs, and its names after `=`. Signs
are case-sensitive, because mW and MW differ; names are not, and may end in an s. Inches, yards and miles follow the
international yard of 1959. Gallon, ton and pound have more than one size or meaning, so they are not units here."""

SIGNS, WORDS = _table()
NUMBER = Unit(dimension="", factor=Fraction(1))


def unit_of(text: str) -> Unit | None:
    """Return the unit with this sign or name; the unit of bare numbers for an empty text, None for an unknown one."""
    text = text.strip().rstrip(".") if text.strip() not in SIGNS else text.strip()
    if not text:
        return NUMBER
    low = text.lower()
    return SIGNS.get(text) or WORDS.get(low) or WORDS.get(low.removesuffix("s") if low.isascii() else low)
