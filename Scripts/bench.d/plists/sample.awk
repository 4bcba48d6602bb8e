# Writes a property list with 20,000 sorted keys (1.4 MB of XML).
BEGIN {
  print "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
  print "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">"
  print "<plist version=\"1.0\">\n<dict>"
  for (i = 0; i < 20000; i++) {
    printf "\t<key>example.settings.%05d</key>\n", i
    if (i % 10 == 7) printf "\t<integer>%d</integer>\n", i * 7919
    else if (i % 10 == 8) print (i % 20 == 8) ? "\t<true/>" : "\t<false/>"
    else if (i % 10 == 9) printf "\t<real>%.1f</real>\n", i / 2
    else printf "\t<string>The value of setting %05d</string>\n", i
  }
  print "</dict>\n</plist>"
}
