// Written by Scripts/generate-text-tables; do not edit.

/// What to write for a character where only ASCII can be shown, by Unicode 14.0.0.
enum PlainLetterTable {
  /// A character and its ASCII, entries parted by blanks; `_` stands for a blank.
  static let entries = """
    \u{A0}_ ¡! ¢c £GBP ¥JPY ¦| §S ¨_ ©(c) ªa «<< ¬! ®(R) ¯_ °deg ±+- ²2 ³3 ´_ µu ·. ¸_ ¹1 ºo »>> \
    ¿? ÀA ÁA ÂA ÃA ÄA ÅA ÆAE ÇC ÈE ÉE ÊE ËE ÌI ÍI ÎI ÏI ÐD ÑN ÒO ÓO ÔO ÕO ÖO ×x ØO ÙU ÚU ÛU ÜU \
    ÝY ÞTh ßss àa áa âa ãa äa åa æae çc èe ée êe ëe ìi íi îi ïi ðd ñn òo óo ôo õo öo ÷/ øo ùu úu \
    ûu üu ýy þth ÿy ĀA āa ĂA ăa ĄA ąa ĆC ćc ĈC ĉc ĊC ċc ČC čc ĎD ďd ĐD đd ĒE ēe ĔE ĕe ĖE ėe ĘE \
    ęe ĚE ěe ĜG ĝg ĞG ğg ĠG ġg ĢG ģg ĤH ĥh ĦH ħh ĨI ĩi ĪI īi ĬI ĭi ĮI įi İI ıi ĲIJ ĳij ĴJ ĵj ĶK \
    ķk ĹL ĺl ĻL ļl ĽL ľl ŁL łl ŃN ńn ŅN ņn ŇN ňn ŊN ŋn ŌO ōo ŎO ŏo ŐO őo ŒOE œoe ŔR ŕr ŖR ŗr ŘR \
    řr ŚS śs ŜS ŝs ŞS şs ŠS šs ŢT ţt ŤT ťt ŨU ũu ŪU ūu ŬU ŭu ŮU ůu ŰU űu ŲU ųu ŴW ŵw ŶY ŷy ŸY ŹZ \
    źz ŻZ żz ŽZ žz ſs ƠO ơo ƯU ưu ǄDZ ǅDz ǆdz ǇLJ ǈLj ǉlj ǊNJ ǋNj ǌnj ǍA ǎa ǏI ǐi ǑO ǒo ǓU ǔu ǕU \
    ǖu ǗU ǘu ǙU ǚu ǛU ǜu ǞA ǟa ǠA ǡa ǦG ǧg ǨK ǩk ǪO ǫo ǬO ǭo ǰj ǱDZ ǲDz ǳdz ǴG ǵg ǸN ǹn ǺA ǻa ȀA \
    ȁa ȂA ȃa ȄE ȅe ȆE ȇe ȈI ȉi ȊI ȋi ȌO ȍo ȎO ȏo ȐR ȑr ȒR ȓr ȔU ȕu ȖU ȗu ȘS șs ȚT țt ȞH ȟh ȦA ȧa \
    ȨE ȩe ȪO ȫo ȬO ȭo ȮO ȯo ȰO ȱo ȲY ȳy ʰh ʲj ʳr ʷw ʸy ˘_ ˙_ ˚_ ˛_ ˜_ ˝_ ˡl ˢs ˣx ͺ_ ;; ΄_ ΅_ ΆA \
    ·. ΈE ΉI ΊI ΌO ΎY ΏO ΐi ΑA ΒV ΓG ΔD ΕE ΖZ ΗI ΘTh ΙI ΚK ΛL ΜM ΝN ΞX ΟO ΠP ΡR ΣS ΤT ΥY ΦF ΧCh \
    ΨPs ΩO ΪI ΫY άa έe ήi ίi ΰy αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr ςs σs τt υy \
    φf χch ψps ωo ϊi ϋy όo ύy ώo ϐv ϑth ϒY ϓY ϔY ϕf ϖp ϰk ϱr ϲs ϴTh ϵe ϹS ЀE ЁE ЂDj ЃG ЄE ЅDz ІI \
    ЇI ЈJ ЉLj ЊNj ЋC ЌK ЍI ЎU ЏDz АA БB ВV ГG ДD ЕE ЖZh ЗZ ИI ЙI КK ЛL МM НN ОO ПP РR СS ТT УU \
    ФF ХKh ЦTs ЧCh ШSh ЩShch Ъ\" ЫY Ь' ЭE ЮYu ЯYa аa бb вv гg дd еe жzh зz иi йi кk лl мm нn оo \
    пp рr сs тt уu фf хkh цts чch шsh щshch ъ\" ыy ь' эe юyu яya ѐe ёe ђdj ѓg єe ѕdz іi їi јj \
    љlj њnj ћc ќk ѝi ўu џdz ҐG ґg ،, ؛; ؟? ᴬA ᴮB ᴰD ᴱE ᴳG ᴴH ᴵI ᴶJ ᴷK ᴸL ᴹM ᴺN ᴼO ᴾP ᴿR ᵀT ᵁU ᵂW \
    ᵃa ᵇb ᵈd ᵉe ᵍg ᵏk ᵐm ᵒo ᵖp ᵗt ᵘu ᵛv ᵢi ᵣr ᵤu ᵥv ᶜc ᶠf ᶻz ḀA ḁa ḂB ḃb ḄB ḅb ḆB ḇb ḈC ḉc ḊD ḋd \
    ḌD ḍd ḎD ḏd ḐD ḑd ḒD ḓd ḔE ḕe ḖE ḗe ḘE ḙe ḚE ḛe ḜE ḝe ḞF ḟf ḠG ḡg ḢH ḣh ḤH ḥh ḦH ḧh ḨH ḩh ḪH \
    ḫh ḬI ḭi ḮI ḯi ḰK ḱk ḲK ḳk ḴK ḵk ḶL ḷl ḸL ḹl ḺL ḻl ḼL ḽl ḾM ḿm ṀM ṁm ṂM ṃm ṄN ṅn ṆN ṇn ṈN ṉn \
    ṊN ṋn ṌO ṍo ṎO ṏo ṐO ṑo ṒO ṓo ṔP ṕp ṖP ṗp ṘR ṙr ṚR ṛr ṜR ṝr ṞR ṟr ṠS ṡs ṢS ṣs ṤS ṥs ṦS ṧs ṨS \
    ṩs ṪT ṫt ṬT ṭt ṮT ṯt ṰT ṱt ṲU ṳu ṴU ṵu ṶU ṷu ṸU ṹu ṺU ṻu ṼV ṽv ṾV ṿv ẀW ẁw ẂW ẃw ẄW ẅw ẆW ẇw \
    ẈW ẉw ẊX ẋx ẌX ẍx ẎY ẏy ẐZ ẑz ẒZ ẓz ẔZ ẕz ẖh ẗt ẘw ẙy ẛs ẞSS ẠA ạa ẢA ảa ẤA ấa ẦA ầa ẨA ẩa \
    ẪA ẫa ẬA ậa ẮA ắa ẰA ằa ẲA ẳa ẴA ẵa ẶA ặa ẸE ẹe ẺE ẻe ẼE ẽe ẾE ếe ỀE ềe ỂE ểe ỄE ễe ỆE ệe ỈI \
    ỉi ỊI ịi ỌO ọo ỎO ỏo ỐO ốo ỒO ồo ỔO ổo ỖO ỗo ỘO ộo ỚO ớo ỜO ờo ỞO ởo ỠO ỡo ỢO ợo ỤU ụu ỦU ủu \
    ỨU ứu ỪU ừu ỬU ửu ỮU ữu ỰU ựu ỲY ỳy ỴY ỵy ỶY ỷy ỸY ỹy ᾽_ ᾿_ ῀_ ῁_ ῍_ ῎_ ῏_ ῝_ ῞_ ῟_ ῭_ ΅_ `` \
    ´_ ῾_ \u{2000}_ \u{2001}_ \u{2002}_ \u{2003}_ \u{2004}_ \u{2005}_ \u{2006}_ \u{2007}_ \
    \u{2008}_ \u{2009}_ \u{200A}_ ‐- ‑- ‒- –- —- ―- ‗_ ‘' ’' ‚, ‛' “\" ”\" „\" •* ․. ‥.. …... \
    \u{202F}_ ′' ″\" ‹< ›> ‼!! ‾_ ⁇?? ⁈?! ⁉!? \u{205F}_ ⁰0 ⁱi ⁴4 ⁵5 ⁶6 ⁷7 ⁸8 ⁹9 ⁺+ ⁼= ⁽( ⁾) ⁿn \
    ₀0 ₁1 ₂2 ₃3 ₄4 ₅5 ₆6 ₇7 ₈8 ₉9 ₊+ ₌= ₍( ₎) ₐa ₑe ₒo ₓx ₕh ₖk ₗl ₘm ₙn ₚp ₛs ₜt ₨Rs €EUR ℀a/c \
    ℁a/s ℂC ℅c/o ℆c/u ℊg ℋH ℌH ℍH ℎh ℐI ℑI ℒL ℓl ℕN №No ℙP ℚQ ℛR ℜR ℝR ℠SM ℡TEL ™TM ℤZ ℨZ KK ÅA \
    ℬB ℭC ℯe ℰE ℱF ℳM ℴo ℹi ℻FAX ⅅD ⅆd ⅇe ⅈi ⅉj ⅠI ⅡII ⅢIII ⅣIV ⅤV ⅥVI ⅦVII ⅧVIII ⅨIX ⅩX ⅪXI \
    ⅫXII ⅬL ⅭC ⅮD ⅯM ⅰi ⅱii ⅲiii ⅳiv ⅴv ⅵvi ⅶvii ⅷviii ⅸix ⅹx ⅺxi ⅻxii ⅼl ⅽc ⅾd ⅿm ←<- ↑^ →-> ↓v \
    ↔<-> ⇒=> −- ∞inf ≠!= ≤<= ≥>= ⏎$ ─- │| ▶> ▸> ◀< ○o ●* ◦o ✓x ✔x ✗x \u{3000}_ 、, 。. 「\" 」\" ﬀff \
    ﬁfi ﬂfl ﬃffi ﬄffl ﬅst ﬆst
    """
}
